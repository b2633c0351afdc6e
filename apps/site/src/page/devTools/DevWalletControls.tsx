import { useEffect, useState } from 'react'
import { AccountField } from './AccountField.tsx'
import { type DevWallet, type DevWalletState, findDevWallet } from './findDevWallet.ts'

/** Names of the test wallet's EVM accounts, by number. */
const evmNames = ['alice.eth', 'bob.eth']

/** Does what a user would do in the wallet itself; the page only receives the wallet's events. */
export function DevWalletControls() {
  const [wallet, setWallet] = useState<DevWallet>()
  const [state, setState] = useState<DevWalletState>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => findDevWallet(setWallet), [])
  useEffect(() => {
    if (!wallet) return
    let isCurrent = true
    const read = () => {
      wallet.call('devwallet_state').then(
        (next) => isCurrent && setState(next),
        (error: Error) => isCurrent && setProblem(error.message),
      )
    }
    read()
    const stop = wallet.watch(read)
    return () => {
      isCurrent = false
      stop()
    }
  }, [wallet])
  const act = (method: string, parameters?: object) => {
    setProblem(undefined)
    wallet?.call(method, parameters).then(setState, (error: Error) => setProblem(error.message))
  }
  return (
    <div className="tool">
      <h3>Test wallet</h3>
      {!state && (
        <p className="tool-note" role={problem ? 'alert' : undefined}>
          {problem ?? 'The test wallet is not loaded on this page.'}
        </p>
      )}
      {state && (
        <>
          <AccountField
            label="Account"
            names={evmNames}
            selected={state.accountIndexes[0]}
            onSelect={(index) => act('devwallet_selectAccount', { index })}
          />
          <label className="tool-field">
            <span>Network</span>
            <select
              className="field"
              value={state.chainId}
              onChange={({ target }) =>
                act('devwallet_selectChain', { chainId: Number(target.value) })
              }
            >
              {state.chains.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {state.solana && (
            <AccountField
              label="Solana account"
              names={state.solana.names}
              selected={state.solana.accountIndexes[0]}
              onSelect={(index) => act('devwallet_selectAccount', { index, namespace: 'solana' })}
            />
          )}
          <div className="tool-buttons">
            <button
              type="button"
              className="button"
              onClick={() => act(state.locked ? 'devwallet_unlock' : 'devwallet_lock')}
            >
              {state.locked ? 'Unlock' : 'Lock'}
            </button>
            <button type="button" className="button" onClick={() => act('devwallet_forgetSite')}>
              Forget this site
            </button>
          </div>
          {problem && (
            <p className="ask-failed" role="alert">
              {problem}
            </p>
          )}
        </>
      )}
    </div>
  )
}
