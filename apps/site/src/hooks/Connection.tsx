import {
  useAccount,
  useConnect,
  useDisconnect,
  useIdentity,
  useNetwork,
  useSwitchNetwork,
} from '@foyer/ui/react'
import { Box } from './Box.tsx'

/** Connects a wallet from a list of its own, switches networks, disconnects. */
export function Connection() {
  const { address, connectedWalletInfo, status } = useAccount()
  const { chainId, networks } = useNetwork()
  const { data: identity } = useIdentity()
  const connect = useConnect()
  const switchNetwork = useSwitchNetwork()
  const disconnect = useDisconnect()
  const error = [connect, switchNetwork, disconnect].find((one) => one.error)?.error
  return (
    <Box title="Account" hooks="useAccount useConnect useNetwork useSwitchNetwork" error={error}>
      {status === 'connected' ? (
        <>
          <p>
            {identity?.name ?? connectedWalletInfo?.name}: <bdi title={address}>{address}</bdi>
          </p>
          <label>
            Network
            <select
              value={chainId ?? ''}
              onChange={({ target }) => {
                const next = networks.find((one) => one.caipNetworkId === target.value)
                if (next) switchNetwork.mutate({ chainId: next.caipNetworkId })
              }}
            >
              {networks.map(({ caipNetworkId, name }) => (
                <option key={caipNetworkId} value={caipNetworkId}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="button" onClick={() => disconnect.mutate({})}>
            Disconnect
          </button>
        </>
      ) : (
        connect.connectors
          .filter(({ type }) => ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN'].includes(type))
          .map((connector) =>
            connector.namespaces.map((namespace) => (
              <button
                key={`${connector.id} ${namespace}`}
                type="button"
                disabled={connect.isPending}
                onClick={() => connect.mutate({ connector, namespace })}
              >
                {connector.name} ({namespace})
              </button>
            )),
          )
      )}
    </Box>
  )
}
