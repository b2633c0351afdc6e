import { useMessage } from '../../context.ts'

export function SettingsView() {
  const message = useMessage()
  return <p>{message('settings.title')}</p>
}
