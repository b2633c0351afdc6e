import * as v from 'valibot'
import type { WalletChain } from '../../config.ts'
import { chainNumber } from '../chainNumber.ts'
import { askChain } from '../chainRpc.ts'
import { invalidParams } from '../rpcError.ts'
import type { WalletMethod } from '../walletContext.ts'

/** https, or http on localhost, as in most wallets. */
function isRpcUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  const local = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && local)
}

const shape = v.tuple([
  v.object({
    chainId: v.unknown(),
    chainName: v.pipe(
      v.string("Expected non-empty string 'chainName'."),
      v.trim(),
      v.minLength(1, "Expected non-empty string 'chainName'."),
    ),
    rpcUrls: v.pipe(
      v.array(v.string(), "Expected an array 'rpcUrls'."),
      v.check(
        (urls) => urls.some(isRpcUrl),
        "Expected an array with at least one valid string HTTPS url 'rpcUrls'.",
      ),
    ),
    nativeCurrency: v.object(
      {
        name: v.string(),
        symbol: v.pipe(
          v.string(),
          v.regex(/^\S{1,6}$/, "Expected 1-6 characters 'nativeCurrency.symbol'."),
        ),
        decimals: v.literal(18, "Expected the number 18 for 'nativeCurrency.decimals'."),
      },
      "Expected an object 'nativeCurrency' with name, symbol and decimals.",
    ),
    blockExplorerUrls: v.nullish(v.array(v.string())),
    iconUrls: v.nullish(v.array(v.string())),
  }),
])

/**
 * Adds a chain after checking that its network matches the site's description, and selects it.
 *
 * @source EIP-3085
 */
export const wallet_addEthereumChain: WalletMethod = async ({ store, askUser }, params) => {
  const parsed = v.safeParse(shape, params)
  if (!parsed.success) throw invalidParams(parsed.issues[0].message)
  const { chainId, chainName, rpcUrls, nativeCurrency } = parsed.output[0]
  const id = chainNumber(chainId)
  const known = store.chains().find((chain) => chain.id === id)
  if (known) {
    if (known.id === store.chain().id) return null
    await askUser({ method: 'wallet_switchEthereumChain', target: known })
    store.update({ chainId: id })
    return null
  }
  const rpcUrl = rpcUrls.find(isRpcUrl)!
  const target = { id, name: chainName, rpcUrl, symbol: nativeCurrency.symbol }
  const checked = checkChain(target, chainId)
  await askUser(checked.then(() => ({ method: 'wallet_addEthereumChain', target })))
  store.update({ addedChains: [...store.read().addedChains, target], chainId: id })
  return null
}

/** @throws -32602 if the network is unreachable or does not match the description */
async function checkChain({ id, rpcUrl }: WalletChain, said: unknown): Promise<void> {
  const real = await askChain(rpcUrl, 'eth_chainId', []).catch((cause: unknown) => {
    throw Object.assign(
      invalidParams(`Could not fetch chain ID. Is your RPC URL correct? ${rpcUrl}`),
      {
        cause,
      },
    )
  })
  if (Number(real) !== id) {
    throw invalidParams(
      `Chain ID returned by RPC URL ${rpcUrl} does not match ${String(said)}: ${String(real)}`,
    )
  }
}
