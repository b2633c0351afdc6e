import { defaultFeatures } from '@foyer/core'
import type { Switch } from '../../pageOptions.ts'

const texts: Partial<Record<Switch, string>> = {
  email: 'Log in by email',
  allWallets: 'All wallets',
  collapseWallets: 'All wallets behind one row',
  legalCheckbox: 'Terms to accept',
}

/** The features of the panel, with their defaults. */
export const panelSwitches = (Object.entries(texts) as [Switch, string][]).map(([name, text]) => ({
  name,
  text,
  on: defaultFeatures[name],
}))
