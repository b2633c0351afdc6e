import { expect, test } from 'vitest'
import { defaultFeatures, socials, walletFeatures } from './features.ts'
import { type Options, resolveOptions } from './options.ts'
import { testAdapter, testBacking, testNetwork } from './testFoyer.test.kit.ts'

const least: Options = {
  projectId: 'project',
  adapters: [testAdapter('eip155')],
  networks: [testNetwork()],
}
/** Returns the error message for the developer. */
function wrong(options: object): { code: string; details: string } {
  try {
    resolveOptions({ ...least, ...options })
  } catch (error) {
    return error as { code: string; details: string }
  }
  throw new Error('It was taken.')
}

const signIn: NonNullable<Options['siwx']> = {
  attach: () => () => {},
  request: async () => undefined,
  getSession: async () => undefined,
  signIn: async () => {},
  signOut: async () => {},
}

test('[3.15] [9.9] [9.27] every omitted option has its default', () => {
  expect(resolveOptions(least)).toEqual({
    ...least,
    allowUnsupportedChain: false,
    apiUrl: undefined,
    connectors: [],
    customRpcUrls: {},
    customWallets: [],
    defaultAccountTypes: {
      eip155: 'smartAccount',
      solana: 'eoa',
      polkadot: 'eoa',
      bip122: 'payment',
    },
    enableNetworkSwitch: true,
    enableReconnect: true,
    excludeWalletIds: [],
    features: defaultFeatures,
    featuredWalletIds: [],
    httpTimeoutMs: 10_000,
    logLevel: 'error',
    sdkType: 'foyer',
    sdkVersion: 'html-eip155-0.1.0',
    storageKey: 'project',
    themeVariables: {},
    tokens: {},
    walletTimeoutMs: 300_000,
  })
})

test('[3.15] keeps every given option', () => {
  const given = {
    ...least,
    defaultNetwork: 'eip155:1',
    apiUrl: 'https://api.example',
    connectors: [],
    metadata: { name: 'n', description: 'd', url: 'https://u.example', icons: ['i'] },
    features: { ...defaultFeatures, email: false },
    themeMode: 'dark',
    themeVariables: { 'color-accent': '#b45309' },
    tokens: { 'eip155:1': [{ address: '0x1' }] },
    customRpcUrls: { 'eip155:1': ['https://rpc.example'] },
    includeWalletIds: ['a'],
    excludeWalletIds: ['b'],
    featuredWalletIds: ['c'],
    customWallets: [{ id: 'mine', name: 'Mine', chains: [] }],
    termsConditionsUrl: 'https://terms.example',
    privacyPolicyUrl: 'https://privacy.example',
    siwx: signIn,
    allowUnsupportedChain: true,
    enableNetworkSwitch: false,
    enableReconnect: false,
    defaultAccountTypes: {
      eip155: 'eoa',
      solana: 'eoa',
      polkadot: 'eoa',
      bip122: 'payment',
    },
    walletTimeoutMs: 1,
    httpTimeoutMs: 2,
    storage: testBacking(),
    storageKey: 'k',
    logLevel: 'silent',
    sdkType: 't',
    sdkVersion: 'v',
  } satisfies Options
  expect(resolveOptions(given)).toEqual(given)
})

test('[9.20] features: switches and the order of the socials', () => {
  const { features } = resolveOptions(least)
  const names = (value: boolean) =>
    Object.entries(features).flatMap(([name, one]) => (one === value ? [name] : []))
  expect(names(true)).toEqual([
    'swaps',
    'onramp',
    'receive',
    'send',
    'email',
    'emailShowWallets',
    'history',
    'analytics',
    'allWallets',
  ])
  expect(names(false)).toEqual(['legalCheckbox', 'smartSessions', 'collapseWallets', 'pay'])
  expect(features.socials).toEqual([
    'google',
    'x',
    'discord',
    'farcaster',
    'github',
    'apple',
    'facebook',
  ])
  expect(socials).toBe(defaultFeatures.socials)
  expect(walletFeatures).toEqual(['onramp', 'swaps', 'receive', 'send'])
})

test('setting one feature changes no other; undefined keeps the default', () => {
  const { defaultAccountTypes, features } = resolveOptions({
    ...least,
    features: { swaps: false, socials: false, send: undefined as never },
    defaultAccountTypes: { eip155: undefined as never },
  })
  expect(features).toEqual({ ...defaultFeatures, swaps: false, socials: false })
  expect(defaultAccountTypes.eip155).toBe('smartAccount')
})

test('ignores trailing slashes of apiUrl', () => {
  expect(resolveOptions({ ...least, apiUrl: 'https://api.example/v//' }).apiUrl).toBe(
    'https://api.example/v',
  )
})

test.each([undefined, '', '  ', null, 5])(
  '[5.14] [8.20] error: a project id is required, %j is none',
  (projectId) => {
    expect(wrong({ projectId })).toMatchObject({
      code: 'options-invalid',
      details: expect.stringMatching(/^Project ID Not Configured: .*projectId/),
    })
  },
)

test('[5.12] error: siweConfig and siwx cannot both be set', () => {
  expect(wrong({ siwx: signIn, siweConfig: signIn })).toMatchObject({
    code: 'options-invalid',
    details: expect.stringContaining('siweConfig and siwx cannot both be set'),
  })
  expect(resolveOptions({ ...least, siweConfig: signIn }).siweConfig).toBe(signIn)
})

test('[5.13] error: a network without an adapter for its namespace', () => {
  expect(wrong({ networks: [testNetwork(), testNetwork('solana:1')] })).toMatchObject({
    code: 'adapter-not-found',
    message: 'Adapter not found',
    details: 'Network solana:1 needs an adapter for solana in adapters.',
  })
  expect(wrong({ adapters: [] })).toMatchObject({ code: 'adapter-not-found' })
})

test.each([
  ['no networks', { networks: undefined }, 'networks needs at least one'],
  ['an empty list', { networks: [] }, 'networks needs at least one'],
  ['an object for a list', { networks: {} }, 'networks needs at least one'],
  ['nothing in the list', { networks: [undefined] }, 'CAIP-2'],
  ['no id', { networks: [{ ...testNetwork(), caipNetworkId: '1' }] }, 'CAIP-2'],
  ['one twice', { networks: [testNetwork(), testNetwork()] }, 'eip155:1 twice'],
  [
    'another namespace than its id',
    { networks: [{ ...testNetwork(), chainNamespace: 'solana' }] },
    'chainNamespace',
  ],
  ['no rpcUrls', { networks: [{ ...testNetwork(), rpcUrls: {} }] }, 'rpcUrls.default.http'],
  ['no coin', { networks: [{ ...testNetwork(), nativeCurrency: undefined }] }, 'nativeCurrency'],
  ['no adapters', { adapters: undefined }, 'adapters must be a list'],
  [
    'two adapters for one namespace',
    { adapters: [testAdapter('eip155'), testAdapter('eip155')] },
    'two for one namespace',
  ],
  ['a relative apiUrl', { apiUrl: '/api' }, 'apiUrl'],
  ['another scheme', { apiUrl: 'javascript:alert(1)' }, 'apiUrl'],
  ['a query in apiUrl', { apiUrl: 'https://api.example?x=1' }, 'apiUrl'],
  ['no host in apiUrl', { apiUrl: 'https://' }, 'apiUrl'],
  ['an apiUrl that is no text', { apiUrl: 5 }, 'apiUrl'],
  ['a timeout of 0', { walletTimeoutMs: 0 }, 'walletTimeoutMs'],
  ['a timeout in text', { httpTimeoutMs: '5' }, 'httpTimeoutMs'],
  ['half a ms', { httpTimeoutMs: 0.5 }, 'httpTimeoutMs'],
  ['no end', { walletTimeoutMs: Number.POSITIVE_INFINITY }, 'walletTimeoutMs'],
  ['more than a timer can wait', { walletTimeoutMs: 2 ** 31 }, 'walletTimeoutMs'],
  ['an empty storageKey', { storageKey: '' }, 'storageKey'],
  [
    'an unknown logLevel',
    { logLevel: 'loud' },
    'logLevel knows debug, info, warn, error, silent; not loud',
  ],
  ['an unknown themeMode', { themeMode: 'auto' }, 'themeMode knows light, dark; not auto'],
  ['an unknown social', { features: { socials: ['google', 'myspace'] } }, 'not myspace'],
  ['an unknown method', { features: { connectMethodsOrder: ['fax'] } }, 'connectMethodsOrder'],
  ['an unknown button', { features: { walletFeaturesOrder: ['bet'] } }, 'walletFeaturesOrder'],
  ['an unknown group', { features: { connectorTypeOrder: ['mine'] } }, 'connectorTypeOrder'],
])('error: %s', (_, options, words) => {
  expect(wrong(options)).toMatchObject({
    code: 'options-invalid',
    details: expect.stringContaining(words),
  })
})
