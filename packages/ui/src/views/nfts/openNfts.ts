import { createNfts, type Foyer } from '@foyer/core'
import { createElement } from 'react'
import type { OpenTab } from '../account/AccountTabs.tsx'
import { NftsPanel } from './NftsPanel.tsx'

/** The code of the NFTs tab, and what it has read so far. */
export function openNfts(foyer: Foyer): OpenTab {
  const nfts = createNfts(foyer)
  return {
    Panel: ({ account }) => createElement(NftsPanel, { account, nfts }),
    close: () => nfts.show(undefined),
  }
}
