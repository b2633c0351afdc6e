import { decodeBase64Url, encodeShare, type WalletFacts } from '@foyer/protocol/custody'
import { split } from 'shamir-secret-sharing'

type Bytes = Uint8Array<ArrayBuffer>

/** Three Shamir shares of the entropy for device, A and B; any two restore it. */
export type ShareSet = { setId: string; dev: Bytes; auth: Bytes; rec: Bytes }

/** Splits the entropy with a new random polynomial, so that shares of different sets can not be combined. */
export async function makeShareSet(
  entropy: Uint8Array<ArrayBuffer>,
  { walletId, epoch, fp }: WalletFacts,
): Promise<ShareSet> {
  const setId = crypto.randomUUID()
  const shares = await split(entropy, 3, 2)
  const bytes = (['dev', 'auth', 'rec'] as const).map((role, index) => {
    const share = Uint8Array.from(shares[index]!)
    shares[index]!.fill(0)
    const encoded = encodeShare({ role, walletId, setId, epoch, share, fp: decodeBase64Url(fp) })
    share.fill(0)
    return encoded
  })
  const [dev, auth, rec] = bytes as [Bytes, Bytes, Bytes]
  return { setId, dev, auth, rec }
}
