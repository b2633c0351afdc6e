import type { BodyOf, Endpoint } from '@foyer/protocol'
import { createLocalKms } from '@foyer/protocol/custody'
import { signServiceCall } from '@foyer/protocol/vault'
import type { TestLogin } from './startTestLogin.test.kit.ts'

/** A call to the vault as this server signs it. @returns the status */
export const callVaultAs = async <endpoint extends Endpoint>(
  ...given: Parameters<typeof askVaultAs<endpoint>>
): Promise<number> => (await askVaultAs(...given)).status

/** The same, with its whole answer. */
export async function askVaultAs<endpoint extends Endpoint>(
  { given, now, serviceSecret, vault }: TestLogin,
  { method, path }: endpoint,
  input: BodyOf<endpoint>,
): Promise<Response> {
  const body = new TextEncoder().encode(JSON.stringify(input))
  const kms = await createLocalKms({ store: 'A', keys: given.kek })
  const headers = await signServiceCall({
    from: 'A',
    method,
    path,
    body,
    secret: serviceSecret,
    fingerprints: kms.fingerprints,
    nowMs: now(),
  })
  return fetch(vault.url + path, { method, body, headers })
}
