import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { loginEmail } from '@foyer/protocol/login'
import { vaultSendLink } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import type { Client } from '../auth/caller.ts'
import { addressHmac, emailHmac, networkHmac } from '../hashes.ts'
import type { Services } from '../services.ts'
import { newMailPass, takeMailPass } from './mailPass.ts'
import { takeMailRates } from './takeMailRates.ts'

/** The device must work for its mail first. */
export type AskedWork = Extract<ResponseOf<typeof loginEmail>, { action: 'WORK' }>
type Link = Exclude<ResponseOf<typeof vaultSendLink>, { challenge: string }>

/** The gate of this server is open for one mail. */
type OpenGate = {
  /** Has the vault mail its link, which has a gate of its own. @throws HttpError 429 `limit-exceeded` */
  sendLink(
    body: Omit<BodyOf<typeof vaultSendLink>, 'email' | 'jkt' | 'work'>,
  ): Promise<Link | AskedWork>
}

/**
 * Counts a wish for a mail, and asks for work after unusual volume.
 * @param wish.kind - work for one kind of request is none for another
 * @throws HttpError 429 `email-throttled`, `limit-exceeded`
 * @source security 2.9
 */
export async function gateMail(
  services: Services,
  {
    client,
    email,
    jkt,
    kind,
    projectId,
    work,
  }: {
    client: Client
    email: string
    jkt: string
    kind: 'login' | 'social'
    projectId: string | null
    work: BodyOf<typeof loginEmail>['work']
  },
): Promise<OpenGate | AskedWork> {
  const { callVault, metrics } = services
  const owner = { jkt, emailHmac: emailHmac(services, email) }
  const isCounted = work?.pass !== undefined && (await takeMailPass(services, owner, work.pass))
  if (!isCounted) {
    const asked = await services.askWork({
      address: addressHmac(services, client.ip),
      network: networkHmac(services, client.network),
      owner: [kind, jkt, owner.emailHmac],
      solution: work?.solution,
    })
    if (asked) {
      metrics.logins.inc({ action: 'WORK' })
      return { action: 'WORK', ...asked }
    }
    await takeMailRates(services, { client, emailHmac: owner.emailHmac, projectId })
  }
  return {
    async sendLink(body) {
      const sent = await callVault(vaultSendLink, {
        ...{ ...body, email, jkt },
        // Before, the solution was this server's.
        work: isCounted ? { solution: work?.solution } : {},
      }).catch(rethrow)
      if (!('challenge' in sent)) return sent
      return { action: 'WORK', ...sent, pass: newMailPass(services, owner) }
    },
  }
}

/** The vault counts its own mails. */
function rethrow(cause: unknown): never {
  if (!(cause instanceof HttpError) || cause.status !== 429) throw cause
  throw new HttpError(429, 'limit-exceeded', 'Too many mails to this address', {
    cause,
    retryAfterMs: cause.retryAfterMs ?? 30_000,
  })
}
