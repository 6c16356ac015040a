import { billingInvoices } from '../../contract/billing.ts';
import { Badge } from '../ui/badge.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { money, shortDate } from '../ui/format.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { fullList } from '../ui/table/list-state.ts';
import { useRead } from '../use-api.ts';

export function Invoices({ id }: { id: string }) {
  const invoices = useRead(billingInvoices, { params: { id } });
  return (
    <DataTable
      label="Invoices"
      className="rounded-md border border-line"
      list={fullList(invoices.data?.invoices, { error: invoices.error, retry: () => void invoices.refetch() })}
      rowKey={(invoice) => invoice.id}
      columns={[
        { id: 'number', header: 'Invoice', cell: (invoice) => invoice.number ?? invoice.id },
        { id: 'date', header: 'Date', width: 'w-[128px]', cell: (invoice) => shortDate(invoice.created) },
        {
          id: 'state',
          header: 'State',
          width: 'w-[96px]',
          cell: ({ paid }) => <Badge tone={paid ? 'good' : 'bad'}>{paid ? 'Paid' : 'Open'}</Badge>,
        },
        {
          id: 'total',
          header: 'Total',
          width: 'w-[112px]',
          align: 'right',
          cell: ({ total, currency }) => money(total, currency),
        },
        {
          id: 'pdf',
          header: 'File',
          isHeaderHidden: true,
          width: 'w-[72px]',
          align: 'right',
          isInteractive: true,
          cell: ({ invoicePdf }) =>
            invoicePdf && (
              <a href={invoicePdf} className="underline underline-offset-4">
                PDF
              </a>
            ),
        },
      ]}
      empty={<EmptyState title="No invoices yet">The first one comes at the end of the period.</EmptyState>}
    />
  );
}
