import type { RpcRequest } from '@foyer/siwx/verify'

/** The registries of Farcaster, on OP Mainnet. @source https://docs.farcaster.xyz/reference/contracts/deployments */
const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const keyRegistry = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'
/** `idOf(address)`, `keyDataOf(uint256,bytes)`. */
const [idOf, keyDataOf] = ['d94fe832', 'ac34cc5a']
/** An auth address in the registry of keys, and the state "added". @source FIP-11 "Auth addresses" */
const [authKeyType, added] = [2n, 1n]

/**
 * Reads from the chain whether an address is the custody address of a Farcaster id; or an auth address of it, where these are accepted.
 *
 * @throws what `request` throws; Error when there is no registry on this chain
 */
export async function ownsFid(
  request: RpcRequest,
  { acceptAuthAddress, address, fid }: { address: string; fid: string; acceptAuthAddress: boolean },
): Promise<boolean> {
  const owner = address.slice(2).toLowerCase().padStart(64, '0')
  const read = async (to: string, data: string, words: number): Promise<readonly bigint[]> => {
    const params = [{ to, data: `0x${data}` }, 'latest']
    const answer = String(await request({ method: 'eth_call', params }))
    if (!new RegExp(`^0x[0-9a-f]{${words * 64}}$`, 'i').test(answer))
      throw new Error(`There is no registry of Farcaster at ${to}`)
    return Array.from({ length: words }, (_, at) => BigInt(`0x${answer.substr(2 + at * 64, 64)}`))
  }
  const [owned] = await read(idRegistry, idOf + owner, 1)
  if (owned === BigInt(fid)) return true
  if (!acceptAuthAddress) return false
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  // The key is the ABI-encoded address: 32 bytes.
  const data = keyDataOf + word(BigInt(fid)) + word(64n) + word(32n) + owner
  const [state, keyType] = await read(keyRegistry, data, 2)
  return state === added && keyType === authKeyType
}
