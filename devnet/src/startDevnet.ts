import { join } from 'node:path'
import { devnetAddresses } from './evm/addresses.ts'
import { devnetChains } from './evm/chains.ts'
import { createFaucet, type Faucet } from './evm/faucet.ts'
import { type EvmChain, startEvm } from './evm/startEvm.ts'

/** Everything that runs locally instead of the outside world. */
export type Devnet = {
  /** The running chains, in the order of `devnetChains`. */
  chains: readonly (EvmChain & { name: string; faucet: Faucet })[]
  /** Where the contracts are, on every chain. */
  addresses: typeof devnetAddresses
  /** Ends every part and waits for it. */
  stop: () => Promise<void>
}

/**
 * Starts all parts of the devnet side by side.
 *
 * @throws Error of the first part that could not start; the others are ended before.
 */
export async function startDevnet({
  ports = {},
  folder,
  log = () => undefined,
}: startDevnet.Options = {}): Promise<Devnet> {
  const starting = devnetChains.map(async (chain) => {
    const running = await startEvm({
      chainId: chain.id,
      port: ports[chain.id] ?? chain.port,
      stateFolder: folder === undefined ? undefined : join(folder, 'state'),
    })
    log(`${chain.name} (chain ${chain.id}) on ${running.url}`)
    return { ...running, name: chain.name, faucet: createFaucet({ ...running, chainId: chain.id }) }
  })
  const settled = await Promise.allSettled(starting)
  const chains = settled.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
  const stop = async () => {
    await Promise.all(chains.map((chain) => chain.stop()))
  }
  const failed = settled.find((part) => part.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return { chains, addresses: devnetAddresses, stop }
}

export declare namespace startDevnet {
  type Options = {
    /** TCP port by chain id; 0 takes a free one. @default the ports of `devnetChains` */
    ports?: Readonly<Record<number, number>>
    /**
     * Keeps the chains' state across restarts in this folder.
     * @default nothing is kept
     */
    folder?: string | undefined
    /** Gets one line for each part that is ready. @default silent */
    log?: (line: string) => void
  }
}
