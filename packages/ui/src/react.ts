export type { createModal, Modal } from './createModal.ts'
export {
  FoyerAccountButton,
  FoyerButton,
  type FoyerButtonProps,
  FoyerConnectButton,
  FoyerNetworkButton,
} from './react/buttons.tsx'
export { FoyerProvider, type FoyerProviderProps } from './react/FoyerProvider.tsx'
export { useAccount } from './react/useAccount.ts'
export { type Balance, useBalance } from './react/useBalance.ts'
export { useCapabilities } from './react/useCapabilities.ts'
export { type UseConnect, useConnect } from './react/useConnect.ts'
export { type UseConnections, useConnections } from './react/useConnections.ts'
export { useDisconnect } from './react/useDisconnect.ts'
export { useEvents } from './react/useEvents.ts'
export { useFoyer } from './react/useFoyer.ts'
export { type Identity, useIdentity } from './react/useIdentity.ts'
export { type UseModal, useModal } from './react/useModal.ts'
export { type UseNetwork, useNetwork } from './react/useNetwork.ts'
export type { Query, QueryState } from './react/useQuery.ts'
export { useReconnect } from './react/useReconnect.ts'
export { useSelectAccount } from './react/useSelectAccount.ts'
export { useSendToken } from './react/useSendToken.ts'
export { useSendTransaction } from './react/useSendTransaction.ts'
export { useSignAllTransactions } from './react/useSignAllTransactions.ts'
export { useSignMessage } from './react/useSignMessage.ts'
export { useSignTransaction } from './react/useSignTransaction.ts'
export { useSignTypedData } from './react/useSignTypedData.ts'
export { useSwitchNetwork } from './react/useSwitchNetwork.ts'
export { type UseTheme, useTheme } from './react/useTheme.ts'
export { useTokens } from './react/useTokens.ts'
export { useWaitForTransaction } from './react/useWaitForTransaction.ts'
export type { Mutation, MutationCallbacks, MutationState } from './useMutation.ts'
