import {
  createFoyer,
  type Foyer,
  type Network,
  type Options,
  type ThemeVariables,
} from '@foyer/core'
import { preview } from '@foyer/decode/preview'
import { type CustomAuth, type EmbeddedConnector, embedded } from '@foyer/embedded'
import { evm } from '@foyer/evm'
import { solana } from '@foyer/solana'
import { walletConnect } from '@foyer/walletconnect'
import { listNetworks } from './listNetworks.ts'
import { accents, defaultAccent, type PageOptions } from './pageOptions.ts'
import type { SiteConfig } from './siteConfig.ts'

/**
 * Returns the networks that a page offers: those in its URL, else those of this installation.
 *
 * @throws Error if the URL names an unknown network
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

/** The theme tokens that differ from Foyer's defaults. */
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

/** The Foyer instance of a page, and its embedded wallet if it has one. */
export type SiteFoyer = { readonly foyer: Foyer; readonly wallet: EmbeddedConnector | undefined }

/** Creates the instance from the options in the page's URL. */
export function createSiteFoyer(
  config: SiteConfig,
  options: PageOptions,
  { customAuth, siwx }: Pick<Options, 'siwx'> & { customAuth?: CustomAuth | undefined } = {},
): SiteFoyer {
  const networks = chooseNetworks(config, options)
  const { apiUrl = config.apiUrl, defaultNetwork, theme } = options
  const projectId = options.projectId ?? config.projectId
  const phones = options.walletConnect === 'none' ? undefined : config.walletConnect
  const hasCluster = networks.some(({ chainNamespace }) => chainNamespace === 'solana')
  const wallet =
    config.loginUrl && options.login !== 'none'
      ? embedded({
          loginUrl: config.loginUrl,
          projectId,
          namespaces: hasCluster ? ['eip155', 'solana'] : ['eip155'],
          loadMs: options.loadMs,
          customAuth,
        })
      : undefined
  const foyer = createFoyer({
    projectId,
    adapters: [evm(), ...(hasCluster ? [solana()] : [])],
    networks,
    defaultNetwork: networks.find(({ id }) => id === defaultNetwork),
    connectors: [...(wallet ? [wallet] : []), ...(phones ? [walletConnect(phones)] : [])],
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
    preview: options.preview ? preview() : undefined,
    siwx,
    storageKey: options.storageKey,
  })
  return { foyer, wallet }
}
