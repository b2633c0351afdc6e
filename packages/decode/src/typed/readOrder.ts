import { contractRole } from '../evm/knownContracts.ts'
import type { TypedData } from './typedData.ts'
import { read, shapeOf } from './typedShape.ts'

/** An item that an order offers or requests. `token` is omitted for the native coin. */
export type OrderItem = {
  token: string | undefined
  nft: boolean
  /** Token id of an NFT; undefined when any of a collection qualifies. */
  tokenId: bigint | undefined
  /** In smallest units: for an offered item the larger of start and end amount, for a requested one the smaller. */
  amount: bigint
  /** Recipient; undefined for the signer. */
  recipient: string | undefined
}

/** A signed order that anyone can fill. Times are in seconds since 1970. */
export type Order = {
  offer: OrderItem[]
  consideration: OrderItem[]
  endsAt: bigint
  offerer: string
}

/** @source https://github.com/ProjectOpenSea/seaport/blob/main/contracts/lib/ConsiderationStructs.sol */
const seaport = {
  components:
    'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter',
  offer:
    'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount',
  consideration:
    'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient',
}
/** @source https://github.com/cowprotocol/contracts/blob/main/src/contracts/libraries/GPv2Order.sol */
const cow =
  'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance'

/** Coins, ERC-20, ERC-721, ERC-1155, and any of a collection by criteria. */
const itemTypes = { coins: 0n, token: 1n, byCriteria: 4n }

function readItem(item: Readonly<Record<string, unknown>>, bound: 'most' | 'least'): OrderItem {
  const type = read.number(item.itemType)
  const [start, end] = [read.number(item.startAmount), read.number(item.endAmount)]
  const nft = type > itemTypes.token
  const [lower = 0n, larger = 0n] = start < end ? [start, end] : [end, start]
  return {
    token: type === itemTypes.coins ? undefined : read.address(item.token),
    nft,
    tokenId:
      nft && type < itemTypes.byCriteria ? read.number(item.identifierOrCriteria) : undefined,
    amount: bound === 'most' ? larger : lower,
    recipient: item.recipient === undefined ? undefined : read.address(item.recipient),
  }
}

/** Parses an order of Seaport or CoW Protocol, at their own contracts only. @returns Undefined for other data. */
export function readOrder(data: TypedData): Order | undefined {
  const { message, primaryType } = data
  const shape = shapeOf(data, primaryType)
  // Only these contracts guarantee an order's price.
  const role = contractRole(read.address(data.domain.verifyingContract))
  if (
    role === 'seaport' &&
    primaryType === 'OrderComponents' &&
    shape === seaport.components &&
    shapeOf(data, 'OfferItem') === seaport.offer &&
    shapeOf(data, 'ConsiderationItem') === seaport.consideration
  )
    return {
      offer: read.list(message.offer).map((item) => readItem(item, 'most')),
      consideration: read.list(message.consideration).map((item) => readItem(item, 'least')),
      endsAt: read.number(message.endTime),
      offerer: read.address(message.offerer),
    }
  if (role !== 'cow' || primaryType !== 'Order' || shape !== cow) return undefined
  const receiver = read.address(message.receiver)
  const item = { nft: false, tokenId: undefined } as const
  return {
    offer: [
      {
        ...item,
        token: read.address(message.sellToken),
        amount: read.number(message.sellAmount) + read.number(message.feeAmount),
        recipient: undefined,
      },
    ],
    consideration: [
      {
        ...item,
        token: read.address(message.buyToken),
        amount: read.number(message.buyAmount),
        recipient: BigInt(receiver) === 0n ? undefined : receiver,
      },
    ],
    endsAt: read.number(message.validTo),
    offerer: `0x${'0'.repeat(40)}`,
  }
}
