import type { Ui } from '../../context.ts'
import { begin } from '../../shell/openingScreen.ts'

/** Goes back to the address form. */
export function changeAddress({ modal, router }: Pick<Ui, 'modal' | 'router'>): void {
  if (router.canGoBack()) router.back()
  else begin(modal)
}
