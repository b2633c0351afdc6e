import type { EmbeddedConnector } from '@foyer/embedded'
import type { Modal } from '@foyer/ui'
import { useModal } from '@foyer/ui/react'
import { useEffect } from 'react'
import { chooseThemeVariables } from '../../createSiteFoyer.ts'
import { accents, type PageOptions } from '../../pageOptions.ts'

/** Applies the panel's theme and language to a modal while it is mounted. */
export function useLooks(
  modal: Modal | undefined,
  { accent, radius, theme }: Pick<PageOptions, 'accent' | 'radius' | 'theme'>,
): void {
  useEffect(() => {
    modal?.setThemeMode(theme === 'system' ? undefined : theme)
  }, [modal, theme])
  useEffect(() => {
    modal?.setThemeVariables(chooseThemeVariables({ accent, radius }))
  }, [modal, accent, radius])
}

/** Returns the theme for the wallet's frame, which accepts plain colours only: resolves light or dark now. */
function chooseFrameTheme({ accent, radius, theme }: PageOptions) {
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const themeMode: 'dark' | 'light' = isDark ? 'dark' : 'light'
  const color = accent in accents ? accents[accent as keyof typeof accents][themeMode] : accent
  return {
    themeMode,
    themeVariables: { 'color-accent': color, 'border-radius-master': `${radius}px` },
  }
}

/** Applies the panel's theme and language to the dialog, the buttons and the wallet's frame. */
export function FollowLooks({
  options,
  wallet,
}: {
  options: PageOptions
  wallet: EmbeddedConnector | undefined
}) {
  useLooks(useModal().modal, options)
  useEffect(() => wallet?.sync({ theme: chooseFrameTheme(options) }), [wallet, options])
  return null
}
