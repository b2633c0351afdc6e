import type { BodyOf, ResponseOf } from '@foyer/protocol'
import { vaultSendLink } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import type { Services } from '../services.ts'

type Link = Exclude<ResponseOf<typeof vaultSendLink>, { challenge: string }>

/** Has the vault mail a link for a user who has just proved themselves: it asks for no work. @throws HttpError as the vault's call */
export async function sendVaultLink(
  { callVault }: Pick<Services, 'callVault'>,
  body: Omit<BodyOf<typeof vaultSendLink>, 'work'>,
): Promise<Link> {
  const sent = await callVault(vaultSendLink, body)
  if ('challenge' in sent) throw new HttpError(503, 'http-failed', 'Try again later')
  return sent
}
