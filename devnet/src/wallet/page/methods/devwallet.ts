import * as v from 'valibot'
import { invalidParams, rpcError } from '../rpcError.ts'
import { visibleAddresses, type WalletContext, type WalletMethod } from '../walletContext.ts'

/** What `devwallet_state` and the other controls give. */
function stateOf({ config, store }: WalletContext) {
  const { locked, accounts, watched } = store.read()
  return {
    locked,
    accounts: visibleAddresses(config, { ...store.read(), locked: false }),
    accountIndexes: accounts,
    chainId: store.chain().id,
    chains: store.chains(),
    watched,
  }
}

const indexShape = v.tuple([v.object({ index: v.pipe(v.number(), v.integer(), v.minValue(0)) })])
const chainShape = v.tuple([v.object({ chainId: v.union([v.number(), v.string()]) })])

/**
 * What a person does in the wallet itself, for tests and demos: no approval, and the site hears of
 * it by events only. Each gives the state afterwards.
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
  /** Puts an account first among those the site sees; the site must be connected. */
  async devwallet_selectAccount(context, params) {
    if (!v.is(indexShape, params) || !context.config.accounts[params[0].index]) {
      throw invalidParams('Expected { index } of an account, 0-9.')
    }
    const { index } = params[0]
    const { accounts } = context.store.read()
    if (accounts.length === 0) throw rpcError(4100, 'This site is not connected to the wallet.')
    context.store.update({ accounts: [index, ...accounts.filter((each) => each !== index)] })
    return stateOf(context)
  },
  async devwallet_selectChain(context, params) {
    const id = v.is(chainShape, params) ? Number(params[0].chainId) : Number.NaN
    const target = context.store.chains().find((chain) => chain.id === id)
    if (!target) throw invalidParams('Expected { chainId } of a chain the wallet knows.')
    context.store.update({ chainId: target.id })
    return stateOf(context)
  },
  /** As if this site had never been visited. */
  async devwallet_forgetSite(context) {
    context.store.update({
      locked: false,
      accounts: [],
      chainId: context.config.chains[0]!.id,
      addedChains: [],
      watched: [],
      permittedAt: 0,
    })
    return stateOf(context)
  },
}
