import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { devnetFolder } from '../devnetFolder.ts'
import { genesisKey, genesisState } from './genesis.ts'
import { runAnvil } from './runAnvil.ts'

/** A running EVM chain with its contracts deployed. */
export type EvmChain = {
  chainId: number
  /** JSON-RPC over HTTP; with `ws:` the same address answers WebSockets. */
  url: string
  /** Ends the chain; its state is on disk afterwards when there is a state folder. */
  stop: () => Promise<void>
  /** Settles when the process has ended, whoever ended it. */
  exited: Promise<void>
}

/**
 * Starts an EVM chain that has every contract, balance and name of the devnet.
 *
 * @returns The chain, ready to answer.
 * @throws Error with the real cause: a taken port, a missing package, a contract that reverts.
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
  // Named for the deployment: after a change of the contracts the old history would be a lie.
  const saved = join(stateFolder, `evm-${chainId}-${key}.json`)
  const loadState = existsSync(saved) ? saved : genesis
  return { chainId, ...(await runAnvil({ chainId, port, loadState, dumpState: saved })) }
}

export declare namespace startEvm {
  type Options = {
    chainId: number
    /** TCP port; 0 takes a free one. */
    port: number
    /** Keeps the chain's state across restarts. @default nothing is kept */
    stateFolder?: string | undefined
    /** Where built states are kept. @default `.foyer/devnet/cache` of the repository */
    cacheFolder?: string | undefined
  }
}
