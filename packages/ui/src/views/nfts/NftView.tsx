import type { Network } from '@foyer/core'
import { type ChainId, namespaceOf } from '@foyer/protocol'
import type { Nft } from '@foyer/protocol/api'
import type { ReactNode } from 'react'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { CopyButton } from '../../primitives/CopyButton.tsx'
import { IconLink } from '../../primitives/IconLink.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useStyles } from '../../useStyles.ts'
import type { NftData } from '../../view.ts'
import { AccountIcon } from '../account/AccountIcon.tsx'
import { createSendFlow } from './createSendFlow.ts'
import { NftImage } from './NftImage.tsx'
import css from './NftView.css?inline'
import { nftName } from './nftName.ts'
import { NftWords, useNftWords } from './nftWords.ts'

/** One NFT: its image, what it is, and where it is. */
export function NftView({ data }: { data: NftData }) {
  return (
    <NftWords>
      <One nft={data.nft} />
    </NftWords>
  )
}

function One({ nft }: NftData) {
  useStyles(css)
  const { foyer, router, views } = useUi()
  const say = useNftWords()
  const network = useNftNetwork(nft)
  const { collection, isCompressed, isSendable, isSingle, isSpam, name, quantity } = nft
  const standard = nft.standard.replace('ERC', 'ERC-')
  const offersSend =
    foyer.options.features.send &&
    foyer.adapters[namespaceOf(nft.chainId as ChainId)]?.sendNft !== undefined
  return (
    <div className="nft">
      <NftImage nft={nft} eager />
      <div className="nft-words">
        <p className="nft-title" dir="auto">
          {nftName(nft)}
        </p>
        {collection === null || name === null || name === collection ? null : (
          <p className="nft-quiet" dir="auto">
            {collection}
          </p>
        )}
      </div>
      {isSpam ? <Notice tone="warning">{say('nfts.spam')}</Notice> : null}
      <dl className="nft-facts">
        {quantity === '1' ? null : <Fact label={say('nfts.amount')}>{quantity}</Fact>}
        {isSingle ? null : <Fact label={say('nfts.id')}>{nft.tokenId}</Fact>}
        <Fact label={say('nfts.standard')}>
          {isCompressed ? say('nfts.compressed', { standard }) : standard}
        </Fact>
        <Fact label={say('nfts.network')}>{network?.name ?? nft.chainId}</Fact>
        <Fact label={say(isSingle ? 'nfts.address' : 'nfts.contract')}>
          <Contract contract={nft.contract} network={network} />
        </Fact>
      </dl>
      {offersSend && isSendable === false ? (
        <p className="nft-quiet">{say('nfts.unsendable')}</p>
      ) : null}
      {offersSend && isSendable !== false ? (
        <div className="nft-action">
          <Button
            onPointerEnter={() => void views.load('SendNft')}
            onClick={() => router.push('SendNft', { nft, flow: createSendFlow(foyer, nft) })}
          >
            {say('nfts.send')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Returns the network of an NFT; undefined if the site does not offer it. */
export const useNftNetwork = ({ chainId }: Nft): Network | undefined =>
  useFoyerState(({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === chainId))

function Fact({ children, label }: { children: ReactNode; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

function Contract({ contract, network }: { contract: string; network: Network | undefined }) {
  const { notices } = useUi()
  const message = useMessage()
  const explorer = network?.blockExplorers?.default.url.replace(
    /\/*(\?.*)?$/,
    (_, query = '') => `/address/${encodeURIComponent(contract)}${query}`,
  )
  return (
    <span className="nft-contract">
      <span title={contract}>{shortenAddress(contract)}</span>
      <CopyButton
        text={contract}
        label={message('account.copyAddress')}
        copiedLabel={message('modal.copied')}
        onError={() => notices.show({ tone: 'error', text: message('account.copyFailed') })}
      />
      {explorer ? (
        <IconLink
          href={explorer}
          label={message('account.explorer')}
          icon={<AccountIcon name="out" />}
        />
      ) : null}
    </span>
  )
}
