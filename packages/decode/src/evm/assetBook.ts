import type { DescribedNetwork } from '../approvalInput.ts'
import { cleanName } from '../cleanName.ts'
import type { DescribeServices } from '../describeServices.ts'
import type { Asset, Warning } from '../description.ts'
import { imitatedSymbol, knownSymbol } from '../knownTokens.ts'
import { checksumAddress } from './checksumAddress.ts'
import { decodeAbi } from './decodeAbi.ts'
import { fromHex, toHex } from './hex.ts'
import { callBytes } from './hexCall.ts'

/** Cache of the assets that a request names. Looking up an unknown asset queues it for the next `load`. */
export type AssetBook = {
  native: Asset
  /** Returns the EIP-55 form of an address. Cached, since hashing thousands takes long. */
  checksum(address: string): string
  /** Returns a token by its contract; only its address is known before `load`. */
  token(address: string): Asset
  /** Returns the account's balance of a token, or of the native coin without an address; undefined when unknown. */
  balance(address?: string): bigint | undefined
  warnings(address: string): readonly Warning[]
  /** Loads all queued assets from the chain. Facts that the chain does not answer stay unknown. */
  load(rpc: DescribeServices['rpc']): Promise<void>
}

/** Maximum of tokens to load for one request. */
const maxTokens = 16
/** @source ERC-20, ERC-165, ERC-721, ERC-1155 */
const selectors = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  balanceOf: '0x70a08231',
  supportsInterface: '0x01ffc9a7',
}
const nftInterfaces = ['0x80ac58cd', '0xd9b67a26'] as const
const highestDecimals = 36n

/** Decodes a token's text: ABI `string`, or `bytes32` of early tokens. */
function readText(bytes: Uint8Array | undefined, length: number): string {
  if (!bytes) return ''
  const standard = decodeAbi('string', bytes)?.[0]
  const old = bytes.length === 32 ? new TextDecoder().decode(bytes).replace(/\0+$/, '') : ''
  return cleanName(typeof standard === 'string' ? standard : old, length)
}

function readNumber(bytes: Uint8Array | undefined): bigint | undefined {
  return bytes && bytes.length >= 32 ? (decodeAbi('uint256', bytes)?.[0] as bigint) : undefined
}

/** Makes an empty book. @param options.account - The account whose balances are read. */
export function createAssetBook({
  network,
  account,
}: {
  network: DescribedNetwork
  account: string
}): AssetBook {
  const wanted = new Set<string>()
  const assets = new Map<string, Asset>()
  const balances = new Map<string, bigint>()
  const spelt = new Map<string, string>()
  const keyOf = (address: string) => address.toLowerCase()
  const checksum = (address: string) => {
    const known = spelt.get(keyOf(address))
    if (known !== undefined) return known
    const text = checksumAddress(address)
    spelt.set(keyOf(address), text)
    return text
  }

  async function loadToken(rpc: DescribeServices['rpc'], key: string) {
    const read = async (...call: Parameters<typeof callBytes>) => {
      try {
        const result = await rpc('eth_call', [
          { to: key, data: toHex(callBytes(...call)) },
          'latest',
        ])
        return typeof result === 'string' && result.length <= 4_096 ? fromHex(result) : undefined
      } catch {
        // No answer: treated as unknown, which adds a warning.
        return undefined
      }
    }
    const { name, symbol, decimals, balanceOf, supportsInterface } = selectors
    const [nameBytes, symbolBytes, decimalsBytes, balanceBytes] = await Promise.all([
      read(name),
      read(symbol),
      read(decimals),
      read(balanceOf, account),
    ])
    const nfts =
      readNumber(decimalsBytes) === undefined
        ? await Promise.all(nftInterfaces.map((id) => read(supportsInterface, id.padEnd(66, '0'))))
        : []
    const address = checksum(key)
    const text = knownSymbol(network.id, address) ?? readText(symbolBytes, 16)
    const places = readNumber(decimalsBytes)
    const isNft = nfts.some((bytes) => readNumber(bytes) === 1n)
    const full = readText(nameBytes, 40)
    assets.set(key, {
      kind: isNft ? 'nft' : 'token',
      symbol: text,
      ...(full === '' ? {} : { name: full }),
      ...(isNft || places === undefined || places > highestDecimals
        ? {}
        : { decimals: Number(places) }),
      address,
      known: knownSymbol(network.id, address) !== undefined,
    })
    const balance = readNumber(balanceBytes)
    if (balance !== undefined) balances.set(key, balance)
  }

  return {
    checksum,
    native: { kind: 'native', symbol: network.symbol, decimals: network.decimals, known: true },
    token(address) {
      const key = keyOf(address)
      wanted.add(key)
      return (
        assets.get(key) ?? {
          kind: 'token',
          symbol: knownSymbol(network.id, checksum(key)) ?? '',
          address: checksum(key),
          known: knownSymbol(network.id, checksum(key)) !== undefined,
        }
      )
    },
    balance: (address) => balances.get(address === undefined ? '' : keyOf(address)),
    warnings(address) {
      const asset = assets.get(keyOf(address))
      if (!asset) return [{ code: 'token-unreadable' }]
      const symbol = imitatedSymbol(network, {
        address: checksum(keyOf(address)),
        symbol: asset.symbol,
      })
      return [
        ...(symbol === undefined ? [] : [{ code: 'token-imitates', values: { symbol } } as const]),
        ...(asset.kind === 'token' && asset.decimals === undefined
          ? [{ code: 'token-unreadable' } as const]
          : []),
      ]
    },
    async load(rpc) {
      const missing = [...wanted].filter((key) => !assets.has(key)).slice(0, maxTokens)
      const ownCoins = async () => {
        if (balances.has('')) return
        try {
          const answer = await rpc('eth_getBalance', [account, 'latest'])
          if (typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer))
            balances.set('', BigInt(answer))
        } catch {
          // Safe to ignore: an unknown balance never removes a warning.
        }
      }
      await Promise.all([ownCoins(), ...missing.map((key) => loadToken(rpc, key))])
    },
  }
}
