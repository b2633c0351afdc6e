import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readPageOptions } from '../../pageOptions.ts'
import type { SiteConfig } from '../../siteConfig.ts'
import { flavours, writeCode } from './writeCode.ts'

const root = join(import.meta.dirname, '../../../../..')
const config: SiteConfig = {
  projectId: 'demo',
  apiUrl: 'http://api.localhost:4010',
  networks: [
    {
      id: 31337,
      name: `Ann's Devnet`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['http://127.0.0.1:4100'] } },
    },
  ],
}
const searches = [
  '',
  '?mode=dialog&networks=1,8453,10,42161,137',
  '?mode=embedded&theme=dark&accent=clay&radius=8&lang=ar&networks=31337,1&features=legalCheckbox,-allWallets&allowUnsupportedChain=true&enableNetworkSwitch=false&zIndexMode=true&apiUrl=none',
]
/** A configuration with a login, whose wallet is one more connector. */
const withLogin: SiteConfig = { ...config, loginUrl: 'http://login.localhost:4001' }
const write = (flavour: (typeof flavours)[number], search: string, from = config) =>
  writeCode(flavour, { config: from, options: readPageOptions(search) })

test('writes only the options that differ from the defaults', () => {
  const [main] = write('react', '?mode=dialog&networks=1')
  expect(main?.code).toBe(`import { createFoyer } from '@foyer/core'
import { evm, mainnet } from '@foyer/evm'
import { FoyerButton, FoyerProvider } from '@foyer/ui/react'

const foyer = createFoyer({
  projectId: 'demo',
  apiUrl: 'http://api.localhost:4010',
  adapters: [evm()],
  networks: [mainnet],
})

export function App() {
  return (
    <FoyerProvider foyer={foyer}>
      <FoyerButton />
    </FoyerProvider>
  )
}`)
  const [page, networks] = write('html', searches[2] as string)
  expect(page?.code).toContain('<foyer-modal></foyer-modal>')
  for (const part of [
    `themeMode: 'dark'`,
    `themeVariables: { 'color-accent': 'light-dark(#9a3412, #fb923c)', 'border-radius-master': '8px' }`,
    'features: { legalCheckbox: true, allWallets: false }',
    `createModal(foyer, { embedded: true, locale: 'ar', zIndexMode: true })`,
  ])
    expect(page?.code).toContain(part)
  expect(page?.code).not.toContain('apiUrl')
  expect(page?.code).not.toContain('embedded(')
  const [login] = write('react', '?networks=1', withLogin)
  expect(login?.code).toContain(
    `connectors: [embedded({ loginUrl: 'http://login.localhost:4001', projectId: 'demo' })],`,
  )
  expect(write('react', '?networks=1&login=none', withLogin)[0]?.code).not.toContain('embedded(')
  expect(networks?.code).toContain(`name: 'Ann\\'s Devnet'`)
})

test('the code compiles against the packages', async () => {
  const folder = join(root, 'node_modules/.cache', `foyer-site-code-${process.pid}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [index, search] of [...searches, ...searches.slice(0, 2)].entries())
    for (const flavour of flavours) {
      const place = join(folder, `${flavour}-${index}`)
      await mkdir(place, { recursive: true })
      const from = index < searches.length ? config : withLogin
      for (const { code, name } of write(flavour, search, from)) {
        const script = /<script type="module">(.*)<\/script>/s.exec(code)?.[1]
        await writeFile(join(place, script ? 'main.ts' : name), script ?? code)
      }
    }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        declaration: false,
        declarationMap: false,
        sourceMap: false,
        noEmit: true,
        lib: ['es2023', 'dom', 'dom.iterable'],
        types: ['vite/client'],
      },
      include: ['**/*'],
    }),
  )
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder],
    { cwd: root },
  ).catch(({ message, stdout }: Error & { stdout?: string }) => ({ stdout: stdout || message }))
  expect(stdout).toBe('')
})
