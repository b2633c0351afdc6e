import { DescriptionBody, DescriptionLanguage, titleOf } from '@foyer/ui/description'
import { useStyles } from '@foyer/ui/primitives'
import type { Approval } from '../approval.ts'
import { descriptionWords } from '../descriptionWords.ts'
import { words } from '../words.ts'
import { Reading } from './Reading.tsx'
import css from './RequestBody.css?inline'
import { readSiteName } from './siteName.ts'

/** Shows all facts about the request, the most important first. */
export function RequestBody({ approval }: { approval: Approval }) {
  useStyles(css)
  const { account, description, network, origin } = approval
  if (!description) return <Reading />
  return (
    <DescriptionLanguage.Provider value={descriptionWords}>
      <DescriptionBody
        account={account}
        description={description}
        network={network}
        heading={
          <>
            <h1 className="approval-title" tabIndex={-1}>
              {titleOf(description, { site: nameSite(origin), words: descriptionWords })}
            </h1>
            {description.kind === 'calls' && description.calls.length > 1 ? (
              <p className="approval-calm">
                {description.atomic ? words.together : words.oneByOne}
              </p>
            ) : null}
          </>
        }
      />
    </DescriptionLanguage.Provider>
  )
}

/** The site's host; only the part that names its owner if the host is long. */
function nameSite(origin: string): string {
  const { owner, prefix } = readSiteName(origin)
  return (prefix + owner).length > 32 ? owner : prefix + owner
}
