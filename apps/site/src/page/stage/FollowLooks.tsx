import type { EmbeddedConnector } from '@foyer/embedded'
import type { Modal } from '@foyer/ui'
import { useModal } from '@foyer/ui/react'
import { useEffect } from 'react'
import { chooseThemeVariables } from '../../createSiteFoyer.ts'
import { accents, type PageOptions } from '../../pageOptions.ts'

/** Gives a modal the looks of the panel, while it stands there. */
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

/** The looks for the wallet's frame, which takes plain colours only: one for the page as it is lit now. */
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

/** Keeps the page's dialog, its buttons and the wallet's frame in the looks of the panel. */
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
