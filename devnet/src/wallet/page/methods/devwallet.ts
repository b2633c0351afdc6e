import * as v from 'valibot'
import { invalidParams, rpcError } from '../rpcError.ts'
import { visibleAddresses, type WalletContext, type WalletMethod } from '../walletContext.ts'

/** The result of `devwallet_state` and the other controls. */
function stateOf({ config, store, presence }: WalletContext) {
  const { locked, accounts, solanaAccounts, watched } = store.read()
  return {
    locked,
    accounts: visibleAddresses(config, { ...store.read(), locked: false }),
    accountIndexes: accounts,
    /** 0 for a wallet without an EVM chain. */
    chainId: store.chains().length > 0 ? store.chain().id : 0,
    chains: store.chains(),
    watched,
    /** Absent if the wallet offers no Solana. */
    solana: presence && {
      accounts: solanaAccounts.flatMap((index) => config.solana.accounts[index]?.address ?? []),
      accountIndexes: solanaAccounts,
      names: config.solana.accounts.map(({ name }) => name),
      connected: presence.isConnected(),
      registered: presence.isRegistered(),
    },
  }
}

const namespaceShape = v.optional(v.picklist(['eip155', 'solana']))
const indexShape = v.tuple([
  v.object({
    index: v.pipe(v.number(), v.integer(), v.minValue(0)),
    namespace: namespaceShape,
  }),
])
const disconnectShape = v.union([v.tuple([]), v.tuple([v.object({ namespace: namespaceShape })])])
const chainShape = v.tuple([v.object({ chainId: v.union([v.number(), v.string()]) })])

const presenceOf = ({ presence }: WalletContext) => {
  if (!presence) throw invalidParams('This wallet offers no Solana.')
  return presence
}

/**
 * Controls for tests and demos that do what a user does in the wallet itself: no approval, and the site only receives events.
 * Each returns the new state.
 */
export const devwalletMethods: Readonly<Record<string, WalletMethod>> = {
  async devwallet_state(context) {
    return stateOf(context)
  },
  async devwallet_lock(context) {
    context.store.update({ locked: true })
    return stateOf(context)
  },
  async devwallet_unlock(context) {
    context.store.update({ locked: false })
    return stateOf(context)
  },
  /** Makes an account the first of those that the site sees; the site must be connected. */
  async devwallet_selectAccount(context, params) {
    if (!v.is(indexShape, params)) throw invalidParams('Expected { index } of an account, 0-9.')
    const { index, namespace = 'eip155' } = params[0]
    const { config, store } = context
    const [all, field] =
      namespace === 'solana'
        ? ([config.solana.accounts, 'solanaAccounts'] as const)
        : ([config.accounts, 'accounts'] as const)
    if (!all[index]) throw invalidParams(`Expected { index } of an account, 0-${all.length - 1}.`)
    const chosen = store.read()[field]
    if (chosen.length === 0) throw rpcError(4100, 'This site is not connected to the wallet.')
    store.update({ [field]: [index, ...chosen.filter((each) => each !== index)] })
    return stateOf(context)
  },
  /** Revokes the site's permission, for one namespace or for all. */
  async devwallet_disconnect(context, params) {
    if (!v.is(disconnectShape, params)) throw invalidParams('Expected { namespace }, or nothing.')
    const namespace = params[0]?.namespace
    context.store.update({
      ...(namespace !== 'solana' && { accounts: [] }),
      ...(namespace !== 'eip155' && { solanaAccounts: [] }),
    })
    return stateOf(context)
  },
  /** Unregisters from the page's list of Wallet Standard wallets. */
  async devwallet_disappear(context) {
    presenceOf(context).disappear()
    return stateOf(context)
  },
  /** Registers in the page's list of Wallet Standard wallets again. */
  async devwallet_appear(context) {
    presenceOf(context).appear()
    return stateOf(context)
  },
  async devwallet_selectChain(context, params) {
    const id = v.is(chainShape, params) ? Number(params[0].chainId) : Number.NaN
    const target = context.store.chains().find((chain) => chain.id === id)
    if (!target) throw invalidParams('Expected { chainId } of a chain the wallet knows.')
    context.store.update({ chainId: target.id })
    return stateOf(context)
  },
  /** Deletes everything stored for this site. */
  async devwallet_forgetSite(context) {
    context.store.update({
      locked: false,
      accounts: [],
      solanaAccounts: [],
      chainId: context.config.chains[0]?.id ?? 0,
      addedChains: [],
      watched: [],
      permittedAt: 0,
    })
    return stateOf(context)
  },
}
