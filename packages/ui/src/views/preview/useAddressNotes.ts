import { getProfile } from '@foyer/core/internal'
import type { CheckedRequest, Party } from '@foyer/decode/preview'
import type { ChainId } from '@foyer/protocol'
import { useEffect, useMemo, useState } from 'react'
import { useUi } from '../../context.ts'
import type { AddressNote } from '../../description/addressNotes.ts'
import type { PreviewWords } from './previewWords.ts'

/** Notes on the receivers and spenders of a request; their names appear when the api has answered. */
export function useAddressNotes(
  { network, parties }: CheckedRequest,
  words: PreviewWords['screen'],
): ReadonlyMap<string, AddressNote> {
  const { foyer } = useUi()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let isOver = false
    for (const { address } of parties)
      getProfile(foyer, { address, chainId: network.id as ChainId }).then(
        ({ name }) => {
          if (name !== undefined && !isOver) setNames((all) => new Map([...all, [address, name]]))
        },
        (error) => foyer.log('info', `no name of ${address} could be read`, error),
      )
    return () => {
      isOver = true
    }
  }, [foyer, network, parties])
  return useMemo(
    () =>
      new Map(
        parties.map(({ address, kind }) => [
          address.toLowerCase(),
          { name: names.get(address), mark: markOf(kind, words) },
        ]),
      ),
    [names, parties, words],
  )
}

function markOf(kind: Party['kind'], words: PreviewWords['screen']): AddressNote['mark'] {
  if (kind === 'contract') return { text: words.contract, tone: 'neutral' }
  return kind === 'unused' ? { text: words.unused, tone: 'warning' } : undefined
}
