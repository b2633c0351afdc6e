import { type Address, createPublicClient, type Hex, http, zeroAddress } from 'viem'
import { devBridgeAbi } from '../evm/abis.ts'
import { devnetAddresses } from '../evm/addresses.ts'
import type { BridgedChain } from './bridgedChain.ts'

/** The promise of a quote. */
export type Promised = {
  readonly amount: bigint
  readonly toAmount: bigint
  readonly fromToken: Address
  readonly toToken: Address
  readonly fromChain: number
  readonly toChain: number
}

/** `partial` pays another token than the promised one. */
export type TransferEnd = 'completed' | 'partial' | 'refunded'

/** The end of a transfer. */
export type Ended = {
  readonly end: TransferEnd
  readonly chainId: number
  readonly hash: Hex
  readonly token: Address
  readonly amount: bigint
}

/** The transfers of the bridge. */
export type Transfers = {
  /** Keeps what a quote promised under the id that its call reports. */
  promise: (id: Hex, promised: Promised) => void
  /** @returns undefined for a transaction that started no transfer; `pending` until it is paid */
  find: (hash: Hex) => 'pending' | Ended | undefined
  endAs: (end: TransferEnd | 'waiting') => void
  stop: () => Promise<void>
}

/** Pause between two looks at the chains, ms. */
const pollMs = 300

/** Watches the bridge's contract on every chain, and pays what was promised. */
export function createTransfers(chains: readonly BridgedChain[]): Transfers {
  const promises = new Map<Hex, Promised>()
  const states = new Map<Hex, 'pending' | Ended>()
  /** Reported and not paid yet. */
  let waiting: { hash: Hex; promised: Promised; receiver: Address }[] = []
  let end = 'completed' as TransferEnd | 'waiting'
  let isOver = false
  const nodes = chains.map((chain) => ({
    ...{ chain, nextBlock: undefined as bigint | undefined },
    client: createPublicClient({ transport: http(chain.url) }),
  }))

  async function readStarted(node: (typeof nodes)[number]) {
    const latest = await node.client.getBlockNumber({ cacheTime: 0 })
    const fromBlock = node.nextBlock ?? latest + 1n
    node.nextBlock = latest + 1n
    if (fromBlock > latest) return
    const logs = await node.client.getContractEvents({
      ...{ address: devnetAddresses.bridge, abi: devBridgeAbi, eventName: 'LiFiTransferStarted' },
      ...{ fromBlock, toBlock: latest, strict: true },
    })
    for (const { args, transactionHash: hash } of logs) {
      const { receiver, transactionId } = args.bridgeData
      const promised = promises.get(transactionId)
      if (!promised) continue
      promises.delete(transactionId)
      states.set(hash, 'pending')
      waiting.push({ hash, promised, receiver })
    }
  }

  async function pay({ hash, promised, receiver }: (typeof waiting)[number], ends: TransferEnd) {
    const isBack = ends === 'refunded'
    const chainId = isBack ? promised.fromChain : promised.toChain
    const [token, amount] = isBack
      ? [promised.fromToken, promised.amount]
      : ends === 'partial'
        ? // A token of the same value as the promised one: its own chain's dollars at worst.
          [
            promised.toToken === zeroAddress ? devnetAddresses.weth : devnetAddresses.usdc,
            promised.toAmount,
          ]
        : [promised.toToken, promised.toAmount]
    const { faucet } = chains.find((one) => one.chainId === chainId)!
    const paid =
      token === zeroAddress
        ? await faucet.giveEther({ to: receiver, amount })
        : await faucet.giveToken({ to: receiver, token, amount })
    states.set(hash, { end: ends, chainId, hash: paid, token, amount })
  }

  const running = (async () => {
    while (!isOver) {
      // A chain that stops ends with the devnet: the next look finds it again, if it is back.
      await Promise.all(nodes.map(readStarted)).catch(() => undefined)
      const ends = end
      if (ends !== 'waiting') {
        const due = waiting
        waiting = []
        for (const one of due) await pay(one, ends).catch(() => waiting.push(one))
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  })()

  return {
    promise: (id, promised) => void promises.set(id, promised),
    find: (hash) => states.get(hash),
    endAs: (next) => {
      end = next
    },
    async stop() {
      isOver = true
      await running
    },
  }
}
