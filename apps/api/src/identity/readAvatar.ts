import { readAnswer } from '@foyer/server'
import type { Address, Hex } from 'viem'
import {
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  isAddress,
  isAddressEqual,
  parseAbi,
} from 'viem/utils'
import { gatewayUrl } from '../nfts/nftSource.ts'
import { decodeTokenUri, type NftStandard, tokenUriCall } from '../nfts/tokenUri.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall } from '../rpc/ethCall.ts'

const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])

const longestData = 131_072
const longestMetadata = 262_144
const metadataTimeoutMs = 5000

type Context = { readonly ipfsGateway: string | undefined; readonly owner: Address }

/**
 * Resolves an avatar record to a URL that a browser can show: https, an image in a data URL, IPFS through the configured
 * gateway, or an NFT of the owner. This server itself fetches only from chains and from the gateway, never from a URL in
 * a record.
 * @source https://docs.ens.domains/ensip/12
 */
export async function readAvatar(
  rpc: ChainRpc,
  { ipfsGateway, owner, record }: Context & { record: string },
): Promise<string | undefined> {
  const context = { ipfsGateway, owner }
  const nft = /^eip155:(\d{1,20})\/(erc721|erc1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i.exec(
    record.trim(),
  )
  if (nft === null) return toPicture(record.trim(), context)
  const [, chainNumber, standard = '', contract = '', tokenId = '0'] = nft
  const metadata = await readTokenUri(rpc, {
    caipId: `eip155:${chainNumber}`,
    contract,
    owner,
    standard: standard.toLowerCase() as NftStandard,
    tokenId: BigInt(tokenId),
  })
  return metadata === undefined ? undefined : readMetadataImage(metadata, context)
}

/** Returns a picture's URL if it is safe for a page. */
function toPicture(address: string, { ipfsGateway }: Context): string | undefined {
  if (/^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(address)) {
    return address.length <= longestData ? address : undefined
  }
  const path = /^ipfs:\/\/(?:ipfs\/)?([\w-]+(?:\/[^\s?#]*)?)$/i.exec(address)?.[1]
  if (path !== undefined) return ipfsGateway && gatewayUrl(`${ipfsGateway}/ipfs`, path)
  if (!address.startsWith('https://') || !URL.canParse(address) || address.length > 2048)
    return undefined
  const { hash, href, origin, password, pathname, search, username } = new URL(address)
  if (username !== '' || password !== '') return undefined
  if (ipfsGateway === undefined || origin !== new URL(ipfsGateway).origin) return href
  // This server fetches from there, so the same rule applies as for `ipfs://`.
  const below = /^\/ipfs\/([\w-]+(?:\/.*)?)$/.exec(pathname)?.[1]
  return below !== undefined && search + hash === ''
    ? gatewayUrl(`${ipfsGateway}/ipfs`, below)
    : undefined
}

async function readTokenUri(
  rpc: ChainRpc,
  {
    caipId,
    contract,
    owner,
    standard,
    tokenId,
  }: {
    caipId: string
    contract: string
    owner: Address
    standard: NftStandard
    tokenId: bigint
  },
): Promise<string | undefined> {
  const chain = rpc.findChain(caipId)
  if (chain === undefined || !isAddress(contract, { strict: false })) return undefined
  const to = getAddress(contract)
  const is721 = standard === 'erc721'
  const [holding, uri] = await ethCall(rpc, chain, [
    {
      to,
      data: is721
        ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] })
        : encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner, tokenId] }),
    },
    tokenUriCall(to, { standard, tokenId }),
  ])
  try {
    const isOwn = is721
      ? isAddressEqual(
          decodeFunctionResult({ abi, functionName: 'ownerOf', data: holding as Hex }),
          owner,
        )
      : decodeFunctionResult({ abi, functionName: 'balanceOf', data: holding as Hex }) > 0n
    if (!isOwn) return undefined
    return decodeTokenUri(uri, { standard, tokenId })
  } catch {
    // Reverted, or no such contract.
    return undefined
  }
}

async function readMetadataImage(uri: string, context: Context): Promise<string | undefined> {
  const text = await readMetadata(uri, context)
  if (text === undefined) return undefined
  try {
    const { image, image_url: imageUrl } = JSON.parse(text) as Record<string, unknown>
    const found = typeof image === 'string' ? image : imageUrl
    return typeof found === 'string' ? toPicture(found.trim(), context) : undefined
  } catch {
    return undefined
  }
}

async function readMetadata(uri: string, context: Context): Promise<string | undefined> {
  if (uri.length > longestMetadata) return undefined
  const [, encoding, data = ''] =
    /^data:application\/json(?:;charset=utf-?8)?(;base64)?,(.*)$/is.exec(uri) ?? []
  if (data !== '') {
    return encoding === undefined ? safeDecode(data) : Buffer.from(data, 'base64').toString('utf8')
  }
  if (!/^ipfs:\/\//i.test(uri)) return undefined
  const address = toPicture(uri, context)
  if (address === undefined) return undefined
  try {
    const response = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(metadataTimeoutMs),
    })
    return response.ok ? await readAnswer(response, longestMetadata) : undefined
  } catch {
    // Without the picture, the name is still returned: the gateway is down, or sends too much.
    return undefined
  }
}

function safeDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
