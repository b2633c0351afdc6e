import './panel.css'
import { listNetworks } from '../../listNetworks.ts'
import {
  accentNames,
  accents,
  languages,
  modes,
  type PageOptions,
  themes,
} from '../../pageOptions.ts'
import type { SiteConfig } from '../../siteConfig.ts'
import { CopyButton } from '../CopyButton.tsx'
import { Chips } from './Chips.tsx'
import { panelSwitches } from './panelSwitches.ts'
import { Row } from './Row.tsx'
import { Segments } from './Segments.tsx'
import { Swatches } from './Swatches.tsx'

const themeNames = { system: 'System', light: 'Light', dark: 'Dark' }
const modeNames = { embedded: 'In the page', dialog: 'Over the page' }
const languageNames = { en: 'English', es: 'Español', ar: 'العربية' }
const cornerNames = { '0': 'Sharp', '4': 'Soft', '8': 'Round' }

/** The controls that change the modal. */
export function Panel({
  config,
  onChange,
  options,
}: {
  config: SiteConfig
  options: PageOptions
  onChange: (part: Partial<PageOptions>) => void
}) {
  const { accent, features, lang, mode = 'embedded', radius, theme } = options
  const all = listNetworks(config)
  const chosen = options.networks ?? config.networks.map(({ id }) => id)
  return (
    <section id="yours" className="section">
      <h2>Make it yours</h2>
      <p>Change any option, and the modal updates at once. Copy the link to share your choices.</p>
      <div className="panel">
        <Row label="Theme">
          <Segments
            name="theme"
            choices={themes.map((value) => [value, themeNames[value]])}
            value={theme}
            onChange={(next) => onChange({ theme: next })}
          />
        </Row>
        <Row label="Accent">
          <Swatches
            choices={accentNames.map((name) => [name, accents[name]])}
            value={accent}
            onChange={(next) => onChange({ accent: next })}
          />
        </Row>
        <Row label="Corners">
          <Segments
            name="radius"
            choices={Object.entries(cornerNames)}
            value={String(radius)}
            onChange={(next) => onChange({ radius: Number(next) })}
          />
        </Row>
        <Row label="Language">
          <Segments
            name="lang"
            choices={languages.map((value) => [value, languageNames[value]])}
            value={lang}
            onChange={(next) => onChange({ lang: next })}
          />
        </Row>
        <Row label="Place">
          <Segments
            name="mode"
            choices={modes.map((value) => [value, modeNames[value]])}
            value={mode}
            onChange={(next) => onChange({ mode: next })}
          />
        </Row>
        <Row label="Networks">
          <Chips
            choices={all.map(({ id, name }) => [String(id), name])}
            chosen={chosen.map(String)}
            least={1}
            onChange={(ids) =>
              onChange({
                // Keep the order of the list, not of the clicks.
                networks: all.flatMap(({ id }) => (ids.includes(String(id)) ? [id] : [])),
              })
            }
          />
        </Row>
        <Row label="Features">
          <Chips
            choices={panelSwitches.map(({ name, text }) => [name, text])}
            chosen={panelSwitches.flatMap(({ name, on }) => ((features[name] ?? on) ? [name] : []))}
            onChange={(names) =>
              onChange({
                features: Object.fromEntries(
                  panelSwitches.flatMap(({ name, on }) =>
                    names.includes(name) === on ? [] : [[name, !on]],
                  ),
                ),
              })
            }
          />
        </Row>
      </div>
      <div className="panel-foot">
        <button
          type="button"
          className="link"
          onClick={() =>
            onChange({
              theme: 'system',
              accent: 'lagoon',
              radius: 4,
              lang: 'en',
              mode: undefined,
              networks: undefined,
              features: {},
            })
          }
        >
          Reset
        </button>
        <CopyButton label="Copy link" text={location.href} what="these options" />
      </div>
    </section>
  )
}
