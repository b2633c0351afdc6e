import { createFoyer, type Foyer, type Network, type ThemeVariables } from '@foyer/core'
import { defineNetwork, evm } from '@foyer/evm'
import { defineNetwork as defineCluster, solana } from '@foyer/solana'
import { walletConnect } from '@foyer/walletconnect'
import { accents, defaultAccent, type PageOptions } from './pageOptions.ts'
import { publicNetworks } from './publicNetworks.ts'
import type { SiteConfig } from './siteConfig.ts'

/** Every network that a page of this installation can offer, its own first. */
export function listNetworks({ networks }: SiteConfig): Network[] {
  return [
    ...networks.map(({ id, tokens: _, ...network }) =>
      typeof id === 'number'
        ? defineNetwork({ ...network, id })
        : defineCluster({ ...network, id }),
    ),
    ...publicNetworks,
  ]
}

/**
 * The networks that a page offers: those its address names, else those of this installation.
 *
 * @throws Error when the address names one that there is not
 */
export function chooseNetworks(config: SiteConfig, options: PageOptions): Network[] {
  const all = listNetworks(config)
  const wanted = options.networks ?? config.networks.map(({ id }) => id)
  return wanted.map((id) => {
    const network = all.find((one) => one.id === id)
    if (!network) throw new Error(`There is no network ${id} here.`)
    return network
  })
}

/** The tokens of the theme that differ from Foyer's own. */
export function chooseThemeVariables({
  accent,
  radius,
}: Pick<PageOptions, 'accent' | 'radius'>): ThemeVariables {
  const pair = accent in accents ? accents[accent as keyof typeof accents] : undefined
  return {
    ...(accent !== defaultAccent && {
      'color-accent': pair ? `light-dark(${pair.light}, ${pair.dark})` : accent,
    }),
    ...(radius !== 4 && { 'border-radius-master': `${radius}px` }),
  }
}

/** Makes the kit as the address of the page asks for it. */
export function createSiteFoyer(config: SiteConfig, options: PageOptions): Foyer {
  const networks = chooseNetworks(config, options)
  const { apiUrl = config.apiUrl, defaultNetwork, theme } = options
  const phones = options.walletConnect === 'none' ? undefined : config.walletConnect
  const hasCluster = networks.some(({ chainNamespace }) => chainNamespace === 'solana')
  return createFoyer({
    projectId: options.projectId ?? config.projectId,
    adapters: [evm(), ...(hasCluster ? [solana()] : [])],
    networks,
    defaultNetwork: networks.find(({ id }) => id === defaultNetwork),
    connectors: phones ? [walletConnect(phones)] : [],
    apiUrl: apiUrl === 'none' ? undefined : apiUrl,
    metadata: {
      name: 'Foyer',
      description: 'An open, self-hostable wallet connection.',
      url: location.origin,
      icons: [`${location.origin}/mark.svg`],
    },
    features: options.features,
    themeMode: theme === 'system' ? undefined : theme,
    themeVariables: chooseThemeVariables(options),
    termsConditionsUrl: options.termsConditionsUrl,
    privacyPolicyUrl: options.privacyPolicyUrl,
    allowUnsupportedChain: options.allowUnsupportedChain,
    enableNetworkSwitch: options.enableNetworkSwitch,
    enableReconnect: options.enableReconnect,
    storageKey: options.storageKey,
  })
}
