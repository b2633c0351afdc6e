import type { Namespace } from '@foyer/protocol'
import {
  type CSSProperties,
  createElement,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { FoyerButtonElement } from '../elements/buttonElement.ts'
import { FoyerContext } from './FoyerContext.ts'

export type FoyerButtonProps = {
  /** Instead of “Connect wallet”. */
  readonly label?: string | undefined
  /** Instead of “Connecting…”. */
  readonly loadingLabel?: string | undefined
  /** @default 'md' */
  readonly size?: 'sm' | 'md' | undefined
  /** The native balance beside the account. @default 'show' */
  readonly balance?: 'show' | 'hide' | undefined
  readonly disabled?: boolean | undefined
  /** @default the active one */
  readonly namespace?: Namespace | undefined
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
  readonly id?: string | undefined
}
type ConnectProps = Omit<FoyerButtonProps, 'balance'>
type AccountProps = Omit<FoyerButtonProps, 'label' | 'loadingLabel'>
type NetworkProps = Omit<FoyerButtonProps, 'label' | 'loadingLabel' | 'balance'>

/** Connect, or the account, as the state says. */
export function FoyerButton(props: FoyerButtonProps) {
  return useButton('foyer-button', props)
}
/** Connect; nothing once an account is connected. */
export function FoyerConnectButton(props: ConnectProps) {
  return useButton('foyer-connect-button', props)
}
/** The account; nothing until one is connected. */
export function FoyerAccountButton(props: AccountProps) {
  return useButton('foyer-account-button', props)
}
/** The network, and the way to another one. */
export function FoyerNetworkButton(props: NetworkProps) {
  return useButton('foyer-network-button', props)
}

const nothing = () => () => {}

function useButton(
  name: string,
  { className, disabled = false, loadingLabel, ...props }: FoyerButtonProps,
) {
  const modals = useContext(FoyerContext)?.modals
  const modal = useSyncExternalStore(
    modals?.subscribe ?? nothing,
    () => modals?.get(),
    () => undefined,
  )
  const ref = useRef<FoyerButtonElement>(null)
  useEffect(() => {
    // The provider's own, where there is one; else the element finds the page's.
    if (ref.current && modal) ref.current.modal = modal
  }, [modal])
  // Attributes by their own names: React 18 passes them to an element as they are.
  return createElement(name, {
    ...props,
    ref,
    ...(className ? { class: className } : {}),
    ...(disabled ? { disabled: '' } : {}),
    ...(loadingLabel ? { 'loading-label': loadingLabel } : {}),
  })
}

type ElementProps = {
  readonly label?: string
  readonly 'loading-label'?: string
  readonly size?: 'sm' | 'md'
  readonly balance?: 'show' | 'hide'
  readonly disabled?: boolean | ''
  readonly namespace?: Namespace
  readonly for?: string
  readonly class?: string
  readonly className?: string
  readonly style?: CSSProperties
  readonly id?: string
  readonly slot?: string
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'foyer-modal': Pick<ElementProps, 'for' | 'id' | 'class' | 'style' | 'slot'>
      'foyer-button': ElementProps
      'foyer-connect-button': ElementProps
      'foyer-account-button': ElementProps
      'foyer-network-button': ElementProps
    }
  }
}
