import { join } from 'node:path'
import { startDevnet } from '@foyer/devnet'
import type { RunPart } from './part.ts'

/** The chains, kept across restarts. */
export const run: RunPart = async ({ folder, ports }, ready) => {
  const devnet = await startDevnet({
    ports: { 31337: ports.chain, 31338: ports.chainTwo },
    solanaPort: ports.solana,
    folder: join(folder, 'devnet'),
  })
  for (const { chainId, name, url } of devnet.chains) {
    ready({ what: `${name}, chain ${chainId}`, url })
  }
  ready({ what: devnet.solana.name, url: devnet.solana.url })
  return {
    stop: devnet.stop,
    ended: Promise.race(devnet.chains.map(({ exited }) => exited)),
  }
}
