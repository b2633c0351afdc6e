import { type ReactNode, useEffect, useRef } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { enLegal } from '../../i18n/enLegal.ts'
import { fillNodes } from '../../i18n/fillNodes.tsx'
import { Checkbox } from '../../primitives/Checkbox.tsx'
import { TextLink } from '../../primitives/TextLink.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './Legal.css?inline'
import { useLegal } from './useLegal.ts'

/** Its English texts, loaded with it. */
export const legalWords = enLegal

/** Terms and privacy: a checkbox if the site requires it, else a note; nothing without both. */
export function Legal() {
  useStyles(css)
  const { features, privacyPolicyUrl, termsConditionsUrl } = useUi().foyer.options
  const message = useMessage()
  const { accept, accepted, refused } = useLegal()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused > 0) place.current?.querySelector('input')?.focus()
  }, [refused])

  const link = (href: string | undefined, text: string): ReactNode =>
    href === undefined ? undefined : <TextLink href={href}>{text}</TextLink>
  const terms = link(termsConditionsUrl, message('connect.terms'))
  const privacy = link(privacyPolicyUrl, message('connect.privacy'))
  const one = terms ?? privacy
  const sentence = (both: string, single: string) =>
    fillNodes(terms && privacy ? both : single, { terms, privacy, link: one })

  if (features.legalCheckbox)
    return (
      <div ref={place} className="legal">
        <Checkbox
          checked={accepted}
          onChange={accept}
          error={refused > 0 ? message('connect.legalNeeded') : undefined}
        >
          {one
            ? sentence(message('connect.legalCheckbox'), message('connect.legalCheckboxOne'))
            : message('connect.legalCheckboxPlain')}
        </Checkbox>
      </div>
    )
  if (!one) return null
  return (
    <p className="legal legal-note">
      {sentence(message('connect.legalNote'), message('connect.legalNoteOne'))}
    </p>
  )
}
