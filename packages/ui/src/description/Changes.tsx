import type { AssetChange } from '@foyer/decode'
import { Badge } from '../primitives/Badge.tsx'
import { Logo } from '../primitives/Logo.tsx'
import { useStyles } from '../useStyles.ts'
import css from './Changes.css?inline'
import { assetName, exactAmount, shorten, showChange } from './showAmount.ts'
import { useDescriptionWords } from './useDescriptionWords.ts'

/** Lists the assets that leave the account and those that arrive: the main part of the screen. */
export function Changes({
  comes,
  leaves,
  tried,
}: {
  leaves: readonly AssetChange[]
  comes: readonly AssetChange[]
  /** True when a simulation succeeded and showed no other transfers. */
  tried: boolean
}) {
  useStyles(css)
  const { words } = useDescriptionWords()
  if (leaves.length + comes.length === 0) return null
  return (
    <section className="approval-changes">
      <Side changes={leaves} direction="leaves" label={words.leaves} />
      <Side changes={comes} direction="comes" label={words.comes} />
      {tried ? <p className="approval-tried">{words.tried}</p> : null}
    </section>
  )
}

function Side({
  changes,
  direction,
  label,
}: {
  changes: readonly AssetChange[]
  direction: 'leaves' | 'comes'
  label: string
}) {
  if (changes.length === 0) return null
  return (
    <div className="approval-side" data-direction={direction}>
      <h2>{label}</h2>
      {/* Safari drops the role of a list without bullets. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ul role="list">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a described request never changes
          <Change key={index} change={change} direction={direction} />
        ))}
      </ul>
    </div>
  )
}

function Change({ change, direction }: { change: AssetChange; direction: 'leaves' | 'comes' }) {
  const language = useDescriptionWords()
  const { words } = language
  const { amount, asset } = change
  const name = assetName(asset)
  const exact = asset.decimals === undefined ? undefined : exactAmount(amount, asset.decimals)
  const text = showChange(change, direction, language)
  const under = asset.name !== undefined && asset.name !== name ? asset.name : undefined
  return (
    <li>
      <Logo name={name} src={undefined} round={asset.kind !== 'nft'} />
      <div className="approval-change">
        <span className="approval-amount" data-long={text.length > 16} title={exact} dir="ltr">
          {text.startsWith('<') ? null : direction === 'leaves' ? '−' : '+'}
          {text}
        </span>
        {under === undefined && asset.known ? null : (
          <span className="approval-asset">
            {under === undefined ? null : <span dir="auto">{under}</span>}
            {asset.known ? null : (
              <>
                {asset.address === undefined ? null : (
                  <span title={asset.address}>{shorten(asset.address)}</span>
                )}
                {/* An unknown asset that arrives may be worthless; one that leaves is the user's own. */}
                <Badge tone={direction === 'comes' ? 'danger' : 'neutral'}>
                  {words.unknownAsset}
                </Badge>
              </>
            )}
          </span>
        )}
      </div>
    </li>
  )
}
