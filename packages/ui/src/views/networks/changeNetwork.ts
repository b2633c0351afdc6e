import { type Foyer, switchNetwork } from '@foyer/core'

/** Switches to another network. @throws FoyerError as `switchNetwork` of the core */
export function changeNetwork(
  foyer: Foyer,
  parameters: Parameters<typeof switchNetwork>[1],
): Promise<void> {
  return switchNetwork(foyer, parameters)
}
