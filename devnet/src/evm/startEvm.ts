import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { devnetFolder } from '../devnetFolder.ts'
import { genesisKey, genesisState } from './genesis.ts'
import { runAnvil } from './runAnvil.ts'

/** A running EVM chain with its contracts deployed. */
export type EvmChain = {
  chainId: number
  /** JSON-RPC over HTTP; the same address with `ws:` serves WebSockets. */
  url: string
  /** Stops the chain; with a state folder its state is then on disk. */
  stop: () => Promise<void>
  /** Settles when the process has ended for any reason. */
  exited: Promise<void>
}

/**
 * Starts an EVM chain with every contract, balance and name of the devnet.
 *
 * @returns The chain, ready to answer.
 * @throws Error with the cause: a port in use, a missing package, a reverted contract.
 */
export async function startEvm({
  chainId,
  port,
  stateFolder,
  cacheFolder = join(devnetFolder, 'cache'),
}: startEvm.Options): Promise<EvmChain> {
  const key = await genesisKey()
  const genesis = await genesisState({ chainId, cacheFolder, key })
  if (stateFolder === undefined) {
    return { chainId, ...(await runAnvil({ chainId, port, loadState: genesis })) }
  }
  await mkdir(stateFolder, { recursive: true })
  // Named after the deployment, because the old history does not fit changed contracts.
  const saved = join(stateFolder, `evm-${chainId}-${key}.json`)
  const loadState = existsSync(saved) ? saved : genesis
  return { chainId, ...(await runAnvil({ chainId, port, loadState, dumpState: saved })) }
}

export declare namespace startEvm {
  type Options = {
    chainId: number
    /** TCP port; 0 for a free one. */
    port: number
    /** Keeps the chain's state across restarts. @default nothing is kept */
    stateFolder?: string | undefined
    /** Folder for built states. @default `.foyer/devnet/cache` of the repository */
    cacheFolder?: string | undefined
  }
}
