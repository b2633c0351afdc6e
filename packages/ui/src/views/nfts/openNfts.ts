import { createNfts, type Foyer } from '@foyer/core'
import { createElement } from 'react'
import type { OpenTab } from '../account/openTab.ts'
import { NftsPanel } from './NftsPanel.tsx'

/** The code of the NFTs tab, and what it has read so far. */
export function openNfts(foyer: Foyer): OpenTab {
  const nfts = createNfts(foyer)
  return {
    render: (account) => createElement(NftsPanel, { account, nfts }),
    close: () => nfts.show(undefined),
  }
}
