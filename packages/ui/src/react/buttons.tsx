import { readNetwork } from '@foyer/core'
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
import type { ButtonName } from '../elements/defineButtons.ts'
import { renderShadow } from '../elements/renderButton.ts'
import { FoyerContext, type FoyerContextValue } from './FoyerContext.ts'

export type FoyerButtonProps = {
  /** Replaces “Connect wallet”. */
  readonly label?: string | undefined
  /** Replaces “Connecting…”. */
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

/** Connect, or the account, depending on the state. */
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
/** The network; opens the list of networks. */
export function FoyerNetworkButton(props: NetworkProps) {
  return useButton('foyer-network-button', props)
}

const nothing = () => () => {}

function useButton(
  name: ButtonName,
  { className, disabled = false, loadingLabel, ...props }: FoyerButtonProps,
) {
  const context = useContext(FoyerContext)
  const modals = context?.modals
  const modal = useSyncExternalStore(
    modals?.subscribe ?? nothing,
    () => modals?.get(),
    () => undefined,
  )
  const ref = useRef<FoyerButtonElement>(null)
  useEffect(() => {
    // Uses the provider's own modal, if there is one; else the element finds the page's.
    if (ref.current && modal) ref.current.modal = modal
  }, [modal])
  // Attributes by their HTML names: React 18 passes them to an element unchanged.
  const attributes = {
    ...props,
    ...(className ? { class: className } : {}),
    ...(disabled ? { disabled: '' } : {}),
    ...(loadingLabel ? { 'loading-label': loadingLabel } : {}),
  }
  return createElement(name, {
    ...attributes,
    ref,
    // The parser turns the server's template into a shadow root; React leaves raw HTML alone.
    dangerouslySetInnerHTML: { __html: paint(name, attributes, context) },
    suppressHydrationWarning: true,
  })
}

/** Renders a button's styles in server HTML; empty in a page, where the element renders itself. */
function paint(
  name: ButtonName,
  { style: _, ...attributes }: Pick<FoyerButtonProps, 'namespace' | 'style'>,
  context: FoyerContextValue | null,
): string {
  if ('document' in globalThis || !context) return ''
  const { foyer, paint } = context
  const { enableNetworkSwitch, themeMode, themeVariables } = foyer.options
  const isFixed = name === 'foyer-network-button' && !enableNetworkSwitch
  const network = readNetwork(foyer, attributes.namespace)?.name
  return renderShadow({
    ...paint,
    attributes: { ...attributes, ...(isFixed && { disabled: '' }) } as Record<string, string>,
    name,
    network,
    themeMode,
    themeVariables,
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
