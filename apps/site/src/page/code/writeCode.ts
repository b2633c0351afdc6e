import type { Network } from '@foyer/core'
import { readOwn } from '@foyer/protocol'
import { chooseNetworks, chooseThemeVariables } from '../../createSiteFoyer.ts'
import type { PageOptions } from '../../pageOptions.ts'
import { publicNetworks } from '../../publicNetworks.ts'
import type { SiteConfig } from '../../siteConfig.ts'

export const flavours = ['react', 'html'] as const
export type Flavour = (typeof flavours)[number]

/** A file of the configuration. */
export type CodeFile = { readonly name: string; readonly code: string }

/** The exported names of the built-in networks. */
const publicNames: Readonly<Record<string, string>> = {
  1: 'mainnet',
  8453: 'base',
  10: 'optimism',
  42161: 'arbitrum',
  137: 'polygon',
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solanaMainnet',
}

/** The package of each namespace, and the name of its adapter. */
const families = { eip155: 'evm', solana: 'solana' } as const
type Family = keyof typeof families

const of = (networks: readonly Network[], family: Family) =>
  networks.filter(({ chainNamespace }) => chainNamespace === family)
const familiesOf = (networks: readonly Network[]) =>
  (Object.keys(families) as Family[]).filter((family) => of(networks, family).length > 0)

/** Writes the code for exactly the configuration that a page shows. */
export function writeCode(
  flavour: Flavour,
  { config, options }: { config: SiteConfig; options: PageOptions },
): CodeFile[] {
  const networks = chooseNetworks(config, options)
  const isPublic = ({ id }: Network) => publicNetworks.some((one) => one.id === id)
  const own = networks.filter((network) => !isPublic(network))
  const known = networks.filter(isPublic)
  const imports = [
    `import { createFoyer } from '@foyer/core'`,
    ...familiesOf(networks).map((family) => {
      const names = [families[family], ...of(known, family).map(nameOf)]
      return `import { ${names.sort().join(', ')} } from '@foyer/${families[family]}'`
    }),
    ...(logsIn({ config, options }) ? [`import { embedded } from '@foyer/embedded'`] : []),
    ...(connectsPhones({ config, options })
      ? [`import { walletConnect } from '@foyer/walletconnect'`]
      : []),
  ]
  const ownImport = `import { ${own.map(nameOf).join(', ')} } from './networks.ts'`
  const kit = `const foyer = createFoyer(${writeObject(kitOptions({ config, options, networks }), '')})`
  const main =
    flavour === 'react'
      ? writeReact({ imports, kit, options, ownImport: own.length > 0 ? ownImport : undefined })
      : writeHtml({ imports, kit, options, ownImport: own.length > 0 ? ownImport : undefined })
  return own.length > 0 ? [main, writeNetworks(own)] : [main]
}

type Parts = {
  imports: readonly string[]
  ownImport: string | undefined
  kit: string
  options: PageOptions
}

function writeReact({ imports, kit, options, ownImport }: Parts): CodeFile {
  const modal = modalOptions(options)
  const props = modal ? ` modal={${modal}}` : ''
  const element = options.mode === 'dialog' ? '<FoyerButton />' : '<foyer-modal />'
  const component = options.mode === 'dialog' ? 'FoyerButton, FoyerProvider' : 'FoyerProvider'
  return {
    name: 'App.tsx',
    code: `${[...imports, `import { ${component} } from '@foyer/ui/react'`, ...(ownImport ? [ownImport] : [])].join('\n')}

${kit}

export function App() {
  return (
    <FoyerProvider foyer={foyer}${props}>
      ${element}
    </FoyerProvider>
  )
}`,
  }
}

function writeHtml({ imports, kit, options, ownImport }: Parts): CodeFile {
  const modal = modalOptions(options)
  const element = options.mode === 'dialog' ? 'foyer-button' : 'foyer-modal'
  const script = `${[...imports, `import { createModal } from '@foyer/ui'`, ...(ownImport ? [ownImport] : [])].join('\n')}

${kit}
createModal(foyer${modal ? `, ${modal}` : ''})`
  return {
    name: 'index.html',
    code: `<${element}></${element}>

<script type="module">
${script.replace(/^(?=.)/gm, '  ')}
</script>`,
  }
}

const definers: Readonly<Record<Family, { name: string; code: string }>> = {
  eip155: { name: 'defineNetwork', code: `import { defineNetwork } from '@foyer/evm'` },
  solana: {
    name: 'defineCluster',
    code: `import { defineNetwork as defineCluster } from '@foyer/solana'`,
  },
}

function connectsPhones({
  config,
  options,
}: {
  config: SiteConfig
  options: PageOptions
}): boolean {
  return config.walletConnect !== undefined && options.walletConnect !== 'none'
}

/** The panel's switch removes only the email field; a logged-in user's wallet stays. */
function logsIn({ config, options }: { config: SiteConfig; options: PageOptions }): boolean {
  return config.loginUrl !== undefined && options.login !== 'none'
}

function writeNetworks(networks: readonly Network[]): CodeFile {
  const definitions = networks.map((network) => {
    const { id, name, nativeCurrency, rpcUrls } = network
    const facts = {
      id: typeof id === 'number' ? String(id) : quote(id),
      name: quote(name),
      nativeCurrency: `{ name: ${quote(nativeCurrency.name)}, symbol: ${quote(nativeCurrency.symbol)}, decimals: ${nativeCurrency.decimals} }`,
      rpcUrls: `{ default: { http: [${rpcUrls.default.http.map(quote).join(', ')}] } }`,
    }
    const define = definers[network.chainNamespace as Family]
    return `export const ${nameOf(network)} = ${define.name}(${writeObject(facts, '')})`
  })
  const imports = familiesOf(networks).map((family) => definers[family].code)
  return { name: 'networks.ts', code: [imports.join('\n'), ...definitions].join('\n\n') }
}

function kitOptions({
  config,
  networks,
  options,
}: {
  config: SiteConfig
  options: PageOptions
  networks: readonly Network[]
}): Record<string, string | undefined> {
  const variables = Object.entries(chooseThemeVariables(options)).map(
    ([name, value]) => `${quote(name)}: ${quote(String(value))}`,
  )
  const features = Object.entries(options.features).map(([name, on]) => `${name}: ${on}`)
  const api = options.apiUrl ?? config.apiUrl
  const connectors = [
    ...(logsIn({ config, options })
      ? [
          `embedded({ loginUrl: ${quote(config.loginUrl!)}, projectId: ${quote(options.projectId ?? config.projectId)} })`,
        ]
      : []),
    ...(connectsPhones({ config, options })
      ? [
          `walletConnect({ projectId: ${quote(config.walletConnect!.projectId)}, relayUrl: ${quote(config.walletConnect!.relayUrl)} })`,
        ]
      : []),
  ]
  return {
    projectId: quote(options.projectId ?? config.projectId),
    apiUrl: api && api !== 'none' ? quote(api) : undefined,
    adapters: `[${familiesOf(networks)
      .map((family) => `${families[family]}()`)
      .join(', ')}]`,
    connectors: connectors.length > 0 ? `[${connectors.join(', ')}]` : undefined,
    networks: `[${networks.map(nameOf).join(', ')}]`,
    themeMode: options.theme === 'system' ? undefined : quote(options.theme),
    themeVariables: variables.length > 0 ? `{ ${variables.join(', ')} }` : undefined,
    features: features.length > 0 ? `{ ${features.join(', ')} }` : undefined,
    allowUnsupportedChain: flag(options.allowUnsupportedChain),
    enableNetworkSwitch: flag(options.enableNetworkSwitch),
    enableReconnect: flag(options.enableReconnect),
  }
}

function modalOptions({ lang, mode, zIndexMode }: PageOptions): string | undefined {
  const facts = [
    ...(mode === 'dialog' ? [] : ['embedded: true']),
    ...(lang === 'en' ? [] : [`locale: ${quote(lang)}`]),
    ...(zIndexMode ? ['zIndexMode: true'] : []),
  ]
  return facts.length > 0 ? `{ ${facts.join(', ')} }` : undefined
}

function writeObject(facts: Readonly<Record<string, string | undefined>>, indent: string): string {
  const lines = Object.entries(facts).flatMap(([name, code]) =>
    code === undefined ? [] : [`${indent}  ${name}: ${code},`],
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

function nameOf({ id, name }: Network): string {
  const words = name.replace(/[^A-Za-z0-9 ]/g, '').split(' ')
  const camel = words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1),
    )
    .join('')
  return readOwn(publicNames, String(id)) ?? (/^[a-z]/.test(camel) ? camel : `network${id}`)
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
}

function flag(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}
