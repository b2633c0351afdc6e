import { listAllEntries } from '@foyer/core'
export function AllWalletsView() {
  return <p>{String(listAllEntries.length)}</p>
}
