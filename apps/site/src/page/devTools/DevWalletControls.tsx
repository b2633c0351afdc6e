import { useEffect, useState } from 'react'
import { type DevWallet, type DevWalletState, findDevWallet } from './findDevWallet.ts'

/** How many accounts of the test wallet hold something besides ether. */
const offeredAccounts = 5

/** What a person would do in the wallet itself; the page only hears of it. */
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
  const connected = (state?.accountIndexes.length ?? 0) > 0
  return (
    <div className="tool">
      <h3>Test wallet</h3>
      {!state && (
        <p className="tool-note" role={problem ? 'alert' : undefined}>
          {problem ?? 'It is not loaded on this page.'}
        </p>
      )}
      {state && (
        <>
          <label className="tool-field">
            <span>Account</span>
            <select
              className="field"
              disabled={!connected}
              value={state.accountIndexes[0] ?? ''}
              onChange={({ target }) =>
                act('devwallet_selectAccount', { index: Number(target.value) })
              }
            >
              {!connected && <option value="">None connected</option>}
              {Array.from({ length: offeredAccounts }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an account's number is its name
                <option key={index} value={index}>
                  Account {index}
                  {index === 0 ? ', alice.eth' : index === 1 ? ', bob.eth' : ''}
                </option>
              ))}
            </select>
          </label>
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
