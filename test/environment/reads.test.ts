import { expect } from "chai";
import { interceptTools, pass, runIntercepted } from "../../src/environment/index.js";
import { onlyReads } from "../../src/environment/interception/reads.js";
import { observe } from "../../src/tracing/index.js";
import { messageOf } from "./support/shop.js";

/** Names as ordinary tools that read have them. */
const reading = `
  get_order get_order_details getOrderHTML get_user_details get_product_details get_reservation_details get_customer_by_phone
  get_bills_for_customer get_data_usage get_account_balance get_weather get_feed get_schedule get_post get_updates
  get_open_orders get_order_history get_payment_methods get_shipping_options get_cancellation_policy get_store_hours
  get_exchange_rate get_refunds get_transfer_status get_refund_eligibility lookup_refund_policy look_up mcp__kb__search
  search_products searchFlights search_web search_for_flights search_direct_flight find_user_id_by_email
  find_user_id_by_name_zip find_deleted_orders list_orders list-users list_payments list_stores list_directory
  list_all_product_types list_files_in_folder read_file check_refund_status check_payment_request check_availability
  check_balance calculate think get_me get_current_user get_current_weather get_forecast get_widget_by_id get_stock_price
  get_new_messages get_pull_request get_file_contents get_delivery_status get_booking get_ticket_status get_next_page
  get_credit_score fetch_url fetch_page find_user find_order find_available_slots read_graph search_in_files show_order
  search_nodes lookup_customer describe_table view_cart count_rows check_network_status check_price estimate_cost`;

/** Names as tools have them that do something, or may. */
const writing = `
  refund_order query gettysburg getset GETDEL find_replace findReplace search_replace describe_replace findAndReplace
  read_write_file readModifyWrite view_delete get$delete fetch&store get_set GetSETValue get_set_status fetch_add
  getOrCreate get_or_create_user get-and-set list_product list_product_on_channels list_item_for_sale show_money_out
  fetch_payment get_refund Get_Refund getRefund get_payout fetchAndCharge fetch_transfer_funds get_paid get_order_cancelled
  lookup_refund_order get_rid_of_account look_away find_order_cancel find_schedule_meeting search_book_flight check_out
  check_in check_todo check_in_passengers check_in_bags check_off_items check_into_rooms count_down get_off_queue
  get_money_back get_replacement get_replacement_card get_new_card get_new_order get_loan get_loan_for_customer get_taxi
  get_ride get_waiver get_voucher get_cash get_funds get_token get_approval get_help get_human_agent get_next_ticket
  get_next_message fetch_next fetch_package fetch_mail find_me_driver find_replacement find_substitute get_exec
  get_shell lookup_exec read_sql get_sql_exec get_command_run get_query_run get_order_delivered get_user_muted get_account_shut
  get_free_month show_message show_notification show_popup list_shares_on_market get_d\u0435lete GET_DEL\u0415TE
  get_\u0131nvoice get_\uff44elete fetch_ack think_act`;

const names = (table: string): readonly string[] => table.trim().split(/\s+/);

describe("a tool of which only the name is known", () => {
  for (const name of names(reading))
    it(`only reads as ${name}`, () => expect(onlyReads(name, undefined)).to.equal(true));
  for (const name of names(writing))
    it(`may write as ${name}`, () => expect(onlyReads(name, undefined)).to.equal(false));

  it("may write where it has no name", () => expect(onlyReads("", undefined)).to.equal(false));
});

describe("what a tool is declared to do", () => {
  const plan = interceptTools({ get_refund: pass }, { writes: "refuse" });
  const ran = async (name: string, options: { readonly write?: boolean; readonly type?: "retriever" | "chain" }) => {
    let isReal = false;
    const tool = observe({ type: "tool", name, ...options }, () => (isReal = true));
    await runIntercepted(plan, () => tool()).catch(() => undefined);
    return isReal;
  };

  it("counts more than its name, and a rule more than both", async () => {
    expect(await ran("get_order", { write: true })).to.equal(false);
    expect(await ran("convert", { write: false })).to.equal(true);
    expect(await ran("get_refund", { write: true })).to.equal(true);
  });

  it("makes whatever is observed a tool that writes", async () => {
    for (const type of ["retriever", "chain"] as const) {
      expect(await ran("charge", { type, write: true }), type).to.equal(false);
      expect(await ran("charge", { type }), type).to.equal(true);
    }
  });

  it("is asked for where a look and a deed have the same name", async () => {
    const tool = observe({ type: "tool", name: "fetch_payment" }, () => 1);
    const words = await messageOf(() => runIntercepted(plan, () => tool()));
    expect(words).to.match(/^fetch_payment is switched off and did nothing: by its name it may write\./);
    expect(words).to.include("write: false").and.include('interceptTools({ "fetch_payment": pass })');
  });
});
