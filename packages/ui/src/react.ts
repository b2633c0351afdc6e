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
export { type UseBalance, useBalance } from './react/useBalance.ts'
export { useCapabilities } from './react/useCapabilities.ts'
export { type UseConnect, useConnect } from './react/useConnect.ts'
export { type UseConnections, useConnections } from './react/useConnections.ts'
export { useDisconnect } from './react/useDisconnect.ts'
export { useEvents } from './react/useEvents.ts'
export { useFoyer } from './react/useFoyer.ts'
export { type UseModal, useModal } from './react/useModal.ts'
export { type UseNetwork, useNetwork } from './react/useNetwork.ts'
export { type UseSelectAccount, useSelectAccount } from './react/useSelectAccount.ts'
export { type UseTheme, useTheme } from './react/useTheme.ts'
