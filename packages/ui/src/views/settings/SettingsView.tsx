import { supportsNames, type ThemeMode } from '@foyer/core'
import { useFoyerRead, useLanguage, useMessage, useSlice, useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { locales } from '../../i18n/language.ts'
import { Row } from '../../primitives/ListRow.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import type { ThemeState } from '../../theme.ts'
import { useStyles } from '../../useStyles.ts'
import { AccountIcon } from '../account/AccountIcon.tsx'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { useDisconnectOrNotify } from '../account/useDisconnectOrNotify.ts'
import { Choice } from './Choice.tsx'
import { rememberLooks } from './rememberLooks.ts'
import css from './SettingsView.css?inline'
import { ThemeIcon } from './ThemeIcon.tsx'

const modeOf = ({ mode }: ThemeState) => mode

/** Theme, language, the connected wallet, and disconnect. */
export function SettingsView() {
  useStyles(css)
  const { modal, router, views } = useUi()
  const message = useMessage()
  const account = useActiveAccount()
  const hasNames = useFoyerRead((foyer) => supportsNames(foyer))
  const mode = useSlice(modal.theme.store, modeOf)
  const disconnect = useDisconnectOrNotify()
  const { address, addressExplorerUrl, connectedWalletInfo: wallet, namespace } = account
  return (
    <div className="settings">
      {wallet && address ? (
        <Row
          image={<Logo name={wallet.name} src={wallet.icon} eager />}
          title={<span title={wallet.name}>{wallet.name}</span>}
          subtitle={<bdi>{shortenAddress(address)}</bdi>}
          chevron
          onIntent={() => void views.load('Connections')}
          onClick={() => router.push('Connections')}
        />
      ) : null}
      <Choice<ThemeMode | 'system'>
        label={message('settings.theme')}
        value={mode ?? 'system'}
        onChange={(next) => {
          rememberLooks(modal, { theme: next })
          modal.setThemeMode(next === 'system' ? undefined : next)
        }}
        options={[
          {
            value: 'system',
            label: message('settings.system'),
            icon: <ThemeIcon name="system" />,
          },
          { value: 'light', label: message('settings.light'), icon: <ThemeIcon name="light" /> },
          { value: 'dark', label: message('settings.dark'), icon: <ThemeIcon name="dark" /> },
        ]}
      />
      <LanguageChoice />
      <div className="settings-rows">
        {hasNames ? (
          <Row
            image={<AccountIcon name="name" />}
            title={message('names.title')}
            subtitle={account.profileName ? <bdi>{account.profileName}</bdi> : undefined}
            chevron
            onIntent={() => void views.load('RegisterName')}
            onClick={() => router.push('RegisterName')}
          />
        ) : null}
        {addressExplorerUrl ? (
          <Row
            href={addressExplorerUrl}
            image={<AccountIcon name="out" />}
            title={message('account.explorer')}
          />
        ) : null}
        {address ? (
          <Row
            key={namespace}
            image={<AccountIcon name="leave" />}
            title={<span className="settings-leave">{message('account.disconnect')}</span>}
            onClick={() => disconnect(namespace)}
          />
        ) : null}
      </div>
    </div>
  )
}

/** Languages by their own names, including the site's. */
function LanguageChoice() {
  const { modal, notices } = useUi()
  const message = useMessage()
  const { locale } = useLanguage()
  const [language = 'en'] = locale.split('-')
  const known = (locales as readonly string[]).includes(language)
  return (
    <Choice<string>
      label={message('settings.language')}
      value={known ? language : locale}
      onChange={(next) => {
        rememberLooks(modal, { locale: next })
        modal
          .setLocale(next)
          .catch(() => notices.show({ tone: 'error', text: message('error.other') }))
      }}
      options={[...locales, ...(known ? [] : [locale])].map((tag) => ({
        value: tag,
        label: nameOf(tag),
      }))}
    />
  )
}

function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
