import { FoyerError } from '@foyer/protocol'

/**
 * Refuses requests that pages of other sites make: with them a thief could sign a user in to the thief's account.
 *
 * @throws FoyerError `action-not-allowed`
 */
export function refuseOtherSites({ headers, method }: Request, origin: string): void {
  const from = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const isOther =
    from === null ? site !== null && site !== 'same-origin' && site !== 'none' : from !== origin
  if (isOther)
    throw new FoyerError('action-not-allowed', { details: 'This is called by its own site only.' })
  // A form of another site can not send JSON.
  const type = headers.get('content-type') ?? ''
  if (method === 'POST' && !/^application\/json\b/i.test(type))
    throw new FoyerError('request-invalid', { details: 'Send JSON.' })
}
