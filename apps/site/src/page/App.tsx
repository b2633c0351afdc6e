import { FoyerProvider } from '@foyer/ui/react'
import { useEffect, useMemo, useState } from 'react'
import { type PageOptions, writePageOptions } from '../pageOptions.ts'
import type { SiteConfig } from '../siteConfig.ts'
import { CodeSection } from './code/CodeSection.tsx'
import { DevTools } from './devTools/DevTools.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Hero } from './Hero.tsx'
import { Panel } from './panel/Panel.tsx'
import { FollowLooks } from './stage/FollowLooks.tsx'
import { Stage } from './stage/Stage.tsx'
import { TryIt } from './tryIt/TryIt.tsx'
import { usePageLooks } from './usePageLooks.ts'
import { useSiteFoyer } from './useSiteFoyer.ts'

/** The whole page: text and controls on one side, the stage with the live modal on the other. */
export function App({ config, first }: { config: SiteConfig; first: PageOptions }) {
  const [options, setOptions] = useState(first)
  const change = (part: Partial<PageOptions>) => setOptions((last) => ({ ...last, ...part }))
  useEffect(
    () =>
      history.replaceState(null, '', location.pathname + writePageOptions(options) + location.hash),
    [options],
  )
  usePageLooks(options)
  const { foyer, wallet } = useSiteFoyer(config, options)
  const { lang, mode = 'embedded', prefetch, zIndexMode } = options
  const modalOptions = useMemo(
    () => ({ name: 'page', locale: lang, prefetch, zIndexMode }),
    [lang, prefetch, zIndexMode],
  )
  return (
    <FoyerProvider foyer={foyer} modal={modalOptions}>
      <FollowLooks options={options} wallet={wallet} />
      <div className="house">
        <div className="column">
          <Header />
          <main>
            <Hero />
            <Panel config={config} options={options} onChange={change} />
            <CodeSection config={config} options={options} />
            <TryIt />
            <DevTools config={config} />
          </main>
          <Footer config={config} />
        </div>
        <Stage mode={mode} options={options} mailUrl={wallet && config.mailUrl} />
      </div>
    </FoyerProvider>
  )
}
