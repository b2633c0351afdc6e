import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run bundler`: installs Pimlico's bundler for the tests of ERC-4337 (375 MB). It is GPL-3.0 and runs as a process of its own
 * in tests only: nothing of it is in Foyer, nor in the lockfile.
 */
const folder = join(import.meta.dirname, '../.foyer/bundler')
mkdirSync(folder, { recursive: true })
const manifest = {
  private: true,
  dependencies: { '@pimlico/alto': '0.0.20' },
  // Newer ones need packages that not every registry has.
  overrides: { viem: '2.57.1' },
}
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
  ...{ cwd: folder, stdio: 'inherit' },
})
process.exitCode = status ?? 1
