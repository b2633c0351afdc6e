import type { Modal } from '@foyer/ui'
import { useModal } from '@foyer/ui/react'
import { useEffect } from 'react'
import { chooseThemeVariables } from '../../createSiteFoyer.ts'
import type { PageOptions } from '../../pageOptions.ts'

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

/** Keeps the page's dialog and buttons in the looks of the panel. */
export function FollowLooks({ options }: { options: PageOptions }) {
  useLooks(useModal().modal, options)
  return null
}
