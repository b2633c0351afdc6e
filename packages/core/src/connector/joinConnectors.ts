import type { Namespace } from '@foyer/protocol'
import type { Wallet } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { isSameWallet } from '../wallets/isSameWallet.ts'
import { plainRdns } from '../wallets/plainRdns.ts'
import { connectableNamespaces } from './connectableNamespaces.ts'
import type { Connector } from './connector.ts'

/**
 * Joins the connectors of one wallet into one of type `MULTI_CHAIN`, and returns the same object while its members are
 * the same. Connectors belong to one wallet if they have the same rdns, directory id or directory wallet, or the same
 * name in different namespaces.
 *
 * @param known - The directory wallets loaded so far.
 * @source spec 3.9, 5.19
 */
export function joinConnectors(foyer: Foyer, known: readonly Wallet[]): readonly Connector[] {
  const { connectors } = foyer.store.get()
  const joinedById = join(
    connectors.map((connector) => [connector]),
    (a, b) => a.some((one) => b.some((other) => isOneWallet(one, other, known))),
  )
  // Names are matched last, since an id is the stronger match.
  const joined = join(joinedById, haveOneName).map((group) => toConnector(foyer, group))
  foyer.running.joined = joined
  return joined
}

type Group = readonly Connector[]

/** Each group takes the position of its first connector. */
function join(groups: readonly Group[], isSame: (a: Group, b: Group) => boolean): readonly Group[] {
  let joined: Group[] = []
  for (const group of groups) {
    let merged = group
    const same = joined.filter((other) => {
      if (![...other, ...merged].every(canJoin) || !isSame(other, merged)) return false
      // Update at once: of two candidates that fit alone, only one may join.
      merged = [...other, ...merged]
      return true
    })
    const [first] = same
    if (first) {
      const parts = [...same.flat(), ...group]
      joined = joined
        .filter((other) => other === first || !same.includes(other))
        .map((other) => (other === first ? parts : other))
    } else joined.push(group)
  }
  return joined
}

function canJoin({ type }: Connector): boolean {
  return type === 'ANNOUNCED' || type === 'INJECTED' || type === 'EXTERNAL'
}

function isOneWallet(a: Connector, b: Connector, known: readonly Wallet[]): boolean {
  return (
    (!!a.info?.rdns && plainRdns(a.info.rdns) === plainRdns(b.info?.rdns)) ||
    (a.explorerId !== undefined && a.explorerId === b.explorerId) ||
    known.some((wallet) => isSameWallet(a, wallet) && isSameWallet(b, wallet))
  )
}

/** Only across namespaces: two wallets of one namespace may have the same name. */
function haveOneName(a: Group, b: Group): boolean {
  const namespaces = a.flatMap((one) => one.namespaces)
  return (
    a.some((one) => b.some(({ name }) => name.toLowerCase() === one.name.toLowerCase())) &&
    !b.some((other) => other.namespaces.some((one) => namespaces.includes(one)))
  )
}

function toConnector(foyer: Foyer, group: Group): Connector {
  const [first] = group as readonly [Connector]
  if (group.length === 1) return first
  const covered = new Set<Namespace>()
  const isInstalled = ({ type }: Connector) => type !== 'EXTERNAL'
  const members = group
    .toSorted((a, b) => Number(isInstalled(b)) - Number(isInstalled(a)))
    .filter((connector) => {
      const added = connectableNamespaces(foyer, connector).filter((one) => !covered.has(one))
      for (const one of added) covered.add(one)
      return added.length > 0
    })
  const [main = first] = members
  if (members.length < 2) return main
  const known = foyer.running.joined?.find(
    (one) =>
      one.members?.length === members.length &&
      one.members.every((member, index) => member === members[index]) &&
      one.namespaces.length === covered.size,
  )
  return known ?? makeJoined(main, members, [...covered])
}

function makeJoined(
  main: Connector,
  members: readonly Connector[],
  namespaces: readonly Namespace[],
): Connector {
  const memberOf = (namespace: Namespace) =>
    members.find((member) => member.namespaces.includes(namespace)) ?? main
  const rdns = members.find(({ info }) => info?.rdns)?.info?.rdns
  return {
    id: main.id,
    type: 'MULTI_CHAIN',
    name: main.name,
    namespaces,
    members,
    info: rdns === undefined ? undefined : { rdns },
    explorerId: members.find(({ explorerId }) => explorerId)?.explorerId,
    imageId: members.find(({ imageId }) => imageId)?.imageId,
    imageUrl: members.find(({ imageUrl }) => imageUrl)?.imageUrl,
    connect: (parameters) => memberOf(parameters.namespace).connect(parameters),
    disconnect: (parameters) => memberOf(parameters.namespace).disconnect(parameters),
    watch: (parameters) => memberOf(parameters.namespace).watch(parameters),
  }
}
