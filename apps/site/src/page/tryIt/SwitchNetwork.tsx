import { useAccount, useConnections, useModal, useNetwork, useSwitchNetwork } from '@foyer/ui/react'
import { failureMessage } from './failureMessage.ts'

export function SwitchNetwork() {
  const { chainId, unsupportedNetwork } = useAccount()
  const { networks } = useNetwork()
  const change = useSwitchNetwork()
  const { connections } = useConnections()
  const { open } = useModal()
  return (
    <li className="ask">
      <h3>Switch network</h3>
      <div className="ask-choices">
        {networks.map(({ caipNetworkId, chainNamespace, name }) => (
          <button
            key={caipNetworkId}
            type="button"
            className="button"
            aria-pressed={caipNetworkId === chainId}
            disabled={change.isPending || caipNetworkId === chainId}
            onClick={() => {
              // Without a wallet in this namespace, open the list to connect one; other connections stay.
              if (connections.some(({ namespace }) => namespace === chainNamespace))
                change.mutate({ chainId: caipNetworkId })
              else
                open('ConnectNamespace', {
                  namespace: chainNamespace,
                  chainId: caipNetworkId,
                }).catch(() => {})
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <div className="ask-result" aria-live="polite">
        {unsupportedNetwork && <p>Your wallet is on a network that this page does not offer.</p>}
        {change.isError && <p className="ask-failed">{failureMessage(change.error)}</p>}
      </div>
    </li>
  )
}
