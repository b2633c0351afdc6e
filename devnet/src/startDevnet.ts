import { join } from 'node:path'
import { devnetAddresses } from './evm/addresses.ts'
import { devnetChains } from './evm/chains.ts'
import { createFaucet, type Faucet } from './evm/faucet.ts'
import { type EvmChain, startEvm } from './evm/startEvm.ts'
import { solanaDevnet } from './solana/cluster.ts'
import { createSolanaFaucet, type SolanaFaucet } from './solana/faucet.ts'
import { type SolanaChain, startSolana } from './solana/startSolana.ts'

/** All local replacements of outside services. */
export type Devnet = {
  /** The running EVM chains, in the order of `devnetChains`. */
  chains: readonly (EvmChain & { name: string; faucet: Faucet })[]
  /** The running Solana. */
  solana: SolanaChain & { name: string; faucet: SolanaFaucet }
  /** The contracts' addresses, the same on every EVM chain. */
  addresses: typeof devnetAddresses
  /** Stops every part and waits for it. */
  stop: () => Promise<void>
}

/**
 * Starts all parts of the devnet in parallel.
 *
 * @throws Error of the first part that could not start, after stopping the others.
 */
export async function startDevnet({
  ports,
  solanaPort = ports === undefined ? solanaDevnet.port : 0,
  folder,
  log = () => undefined,
}: startDevnet.Options = {}): Promise<Devnet> {
  const starting = devnetChains.map(async (chain) => {
    const running = await startEvm({
      chainId: chain.id,
      port: ports?.[chain.id] ?? chain.port,
      stateFolder: folder === undefined ? undefined : join(folder, 'state'),
    })
    log(`${chain.name} (chain ${chain.id}) on ${running.url}`)
    return { ...running, name: chain.name, faucet: createFaucet({ ...running, chainId: chain.id }) }
  })
  const startingSolana = startSolana({
    port: solanaPort,
    folder: folder === undefined ? undefined : join(folder, 'state'),
    warn: log,
  }).then((running) => {
    const { name } = solanaDevnet
    log(`${name} (chain ${running.chainId}) on ${running.url}`)
    return { ...running, name, faucet: createSolanaFaucet(running) }
  })
  const [settled, [settledSolana]] = await Promise.all([
    Promise.allSettled(starting),
    Promise.allSettled([startingSolana]),
  ])
  const chains = settled.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
  const solana = settledSolana.status === 'fulfilled' ? settledSolana.value : undefined
  const stop = async () => {
    await Promise.all([...chains, ...(solana ? [solana] : [])].map((chain) => chain.stop()))
  }
  const failed = [...settled, settledSolana].find((part) => part.status === 'rejected')
  if (failed || !solana) {
    await stop()
    throw failed?.reason
  }
  return { chains, solana, addresses: devnetAddresses, stop }
}

export declare namespace startDevnet {
  type Options = {
    /** TCP port by chain id; 0 for a free one. @default the ports of `devnetChains` */
    ports?: Readonly<Record<number, number>>
    /**
     * TCP port of Solana, which also uses the next one; 0 for a free pair.
     * @default 4120, or a free pair if `ports` changes the other chains
     */
    solanaPort?: number
    /**
     * Keeps the chains' state across restarts in this folder.
     * @default nothing is kept
     */
    folder?: string | undefined
    /** Receives one line for each part that is ready. @default silent */
    log?: (line: string) => void
  }
}
