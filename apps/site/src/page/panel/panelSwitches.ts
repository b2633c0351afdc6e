import { defaultFeatures } from '@foyer/core'
import type { Switch } from '../../pageOptions.ts'

const texts: Partial<Record<Switch, string>> = {
  email: 'Log in by e-mail',
  allWallets: 'All wallets',
  collapseWallets: 'Wallets behind one row',
  legalCheckbox: 'Terms to accept',
}

/** The features that the panel switches, each with what it is by default. */
export const panelSwitches = (Object.entries(texts) as [Switch, string][]).map(([name, text]) => ({
  name,
  text,
  on: defaultFeatures[name],
}))
