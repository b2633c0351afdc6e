import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright'
import { bundleScript } from '../bundle.ts'
import { startWalletPages, type WalletPage } from './walletPage.test.kit.ts'

/** An account as a site sees it; bytes are arrays of numbers. */
type SeenAccount = {
  address: string
  publicKey: number[]
  label: string
  chains: string[]
  features: string[]
}

/** The result of a signing feature for one input. */
export type Signed = {
  account?: SeenAccount
  signedMessage: number[]
  signedTransaction: number[]
  signature: number[]
}

/** The result of a feature call. */
type Answer<T> = { result?: T; error?: { code?: number; message: string } }

/** A tab of a site that looks for Wallet Standard wallets. */
export type StandardPage = WalletPage & {
  /** The currently registered wallets. */
  wallets: () => Promise<
    {
      name: unknown
      icon: unknown
      chains: string[]
      features: string[]
      accounts: SeenAccount[]
    }[]
  >
  /** Calls a feature of the first wallet; `account` in an input is an index of the wallet's accounts. */
  ask: <T = { accounts: SeenAccount[] }>(feature: string, ...inputs: object[]) => Promise<Answer<T>>
  /** Calls a control of the development wallet. */
  control: (method: string, params?: object) => Promise<Answer<{ solana: unknown }>>
  /** Changes of the wallet list and of the accounts, oldest first. */
  changes: () => Promise<[string, unknown][]>
}

/** `getWallets()` as sites use it, with commands that a test can send. */
const pageScript = `
window.happened = []
const plain = (value) => {
  if (value instanceof Uint8Array) return Array.from(value)
  if (Array.isArray(value)) return value.map(plain)
  if (value && typeof value === 'object' && 'publicKey' in value && 'address' in value)
    return { address: value.address, publicKey: plain(value.publicKey), label: value.label,
      chains: value.chains, features: value.features }
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
  return value
}
const standard = walletStandardApp.getWallets()
const listen = (wallet) => {
  try {
    wallet.features['standard:events']?.on('change', ({ accounts }) =>
      happened.push(['change', accounts?.map((account) => account?.address)]))
  } catch {
    happened.push(['unreadable'])
  }
}
for (const wallet of standard.get()) listen(wallet)
standard.on('register', (...wallets) => wallets.forEach((wallet) => {
  happened.push(['register', wallet.name])
  listen(wallet)
}))
standard.on('unregister', (...wallets) => wallets.forEach(({ name }) => happened.push(['unregister', name])))
window.standardCount = () => standard.get().length
window.standardWallet = () => standard.get()[0]
window.standardWallets = () => standard.get().map(({ name, icon, chains, features, accounts }) =>
  ({ name: plain(name), icon: plain(icon), chains, features: Object.keys(features), accounts: plain(accounts) }))
window.askStandard = async (feature, inputs) => {
  const [wallet] = standard.get()
  const lively = inputs.map(({ account, message, transaction, ...rest }) => ({
    ...rest,
    ...(account !== undefined && { account: typeof account === 'number' ? wallet.accounts[account] : account }),
    ...(message && { message: Uint8Array.from(message) }),
    ...(transaction && { transaction: Uint8Array.from(transaction) }),
  }))
  try {
    const method = feature === 'foyer-devwallet:controls' ? 'request' : feature.split(':')[1]
    return { result: plain(await wallet.features[feature][method](...lively)) }
  } catch (error) {
    return { error: { code: error.code, message: error.message } }
  }
}
`

type Page = {
  standardWallets: StandardPage['wallets']
  askStandard: (feature: string, inputs: object[]) => Promise<Answer<never>>
  happened: [string, unknown][]
}

/** The result of `startWalletPages`, with a Wallet Standard site. */
export async function startStandardPages({ servesSolana }: { servesSolana?: boolean } = {}) {
  const app = await bundleScript(
    fileURLToPath(import.meta.resolve('@wallet-standard/app')),
    'walletStandardApp',
  )
  const script = `${app}\n${pageScript}`
  const pages = await startWalletPages({ script, servesSolana: servesSolana === true })
  return {
    ...pages,
    async openStandard(
      context: BrowserContext,
      scripts = ['/devwallet.js?namespaces=eip155,solana'],
    ): Promise<StandardPage> {
      const site = await pages.open(context, { scripts })
      const { page } = site
      const ask: StandardPage['ask'] = (feature, ...inputs) =>
        page.evaluate(([name, values]) => (window as unknown as Page).askStandard(name, values), [
          feature,
          inputs,
        ] as const)
      return {
        ...site,
        ask,
        wallets: () => page.evaluate(() => (window as unknown as Page).standardWallets()),
        control: (method, params) =>
          ask('foyer-devwallet:controls', { method, params: params ? [params] : [] }),
        changes: () => page.evaluate(() => (window as unknown as Page).happened),
      }
    },
  }
}
