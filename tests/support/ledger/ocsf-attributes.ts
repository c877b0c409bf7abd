/*
 * OCSF schema 1.2.0 (github.com/ocsf/ocsf-schema, Apache-2.0): attributes of the classes and objects that the audit log
 * uses, each as `name:type`, `!` where it is required, `[]` for lists, `=` with the numbers that it allows.
 */

interface Part {
  attributes: string;
  /** At least one of these is required. */
  oneOf?: string;
}

export const classes: Readonly<Record<string, Part>> = {
  0: {
    attributes:
      'activity_id!:integer=0,99 activity_name:string category_name:string category_uid!:integer=0 class_name:string class_uid!:integer=0 count:integer duration:integer end_time:integer message:string metadata!:metadata raw_data:string severity:string severity_id!:integer=0,1,2,3,4,5,6,99 start_time:integer status:string status_code:string status_detail:string status_id:integer=0,1,2,99 time!:integer timezone_offset:integer type_name:string type_uid!:integer',
  },
  3002: {
    attributes:
      'activity_id!:integer=0,1,2,3,4,5,6,99 activity_name:string actor:actor auth_protocol:string auth_protocol_id:integer=0,1,2,3,4,5,6,7,8,9,10,99 category_name:string category_uid!:integer=3 class_name:string class_uid!:integer=3002 count:integer dst_endpoint:network_endpoint duration:integer end_time:integer http_request:http_request is_cleartext:boolean is_mfa:boolean is_new_logon:boolean is_remote:boolean logon_type:string logon_type_id:integer=0,1,2,3,4,5,7,8,9,10,11,12,13,99 message:string metadata!:metadata raw_data:string service:service session:session severity:string severity_id!:integer=0,1,2,3,4,5,6,99 src_endpoint:network_endpoint start_time:integer status:string status_code:string status_detail:string status_id:integer=0,1,2,99 time!:integer timezone_offset:integer type_name:string type_uid!:integer user!:user',
    oneOf: 'service dst_endpoint',
  },
  3004: {
    attributes:
      'activity_id!:integer=0,1,2,3,4,99 activity_name:string actor:actor category_name:string category_uid!:integer=3 class_name:string class_uid!:integer=3004 comment:string count:integer duration:integer end_time:integer entity!:managed_entity entity_result:managed_entity http_request:http_request message:string metadata!:metadata raw_data:string severity:string severity_id!:integer=0,1,2,3,4,5,6,99 src_endpoint:network_endpoint start_time:integer status:string status_code:string status_detail:string status_id:integer=0,1,2,99 time!:integer timezone_offset:integer type_name:string type_uid!:integer',
  },
  3005: {
    attributes:
      'activity_id!:integer=0,1,2,99 activity_name:string actor:actor category_name:string category_uid!:integer=3 class_name:string class_uid!:integer=3005 count:integer duration:integer end_time:integer http_request:http_request message:string metadata!:metadata privileges!:string[] raw_data:string severity:string severity_id!:integer=0,1,2,3,4,5,6,99 src_endpoint:network_endpoint start_time:integer status:string status_code:string status_detail:string status_id:integer=0,1,2,99 time!:integer timezone_offset:integer type_name:string type_uid!:integer user!:user',
  },
  6001: {
    attributes:
      'activity_id!:integer=0,1,2,3,4,5,6,7,8,99 activity_name:string actor:actor category_name:string category_uid!:integer=6 class_name:string class_uid!:integer=6001 count:integer dst_endpoint:network_endpoint duration:integer end_time:integer http_request:http_request message:string metadata!:metadata raw_data:string severity:string severity_id!:integer=0,1,2,3,4,5,6,99 src_endpoint:network_endpoint start_time:integer status:string status_code:string status_detail:string status_id:integer=0,1,2,99 time!:integer timezone_offset:integer type_name:string type_uid!:integer web_resources!:web_resource[] web_resources_result:web_resource[]',
  },
};

export const objects: Readonly<Record<string, Part>> = {
  metadata: {
    attributes:
      'correlation_uid:string event_code:string labels:string[] log_level:string log_name:string log_provider:string log_version:string logged_time:integer modified_time:integer original_time:string processed_time:integer product!:product profiles:string[] sequence:integer tenant_uid:string uid:string version!:string',
  },
  product: {
    attributes:
      'cpe_name:string lang:string name:string path:string uid:string url_string:string vendor_name!:string version:string',
    oneOf: 'name uid',
  },
  actor: {
    attributes: 'app_name:string app_uid:string invoked_by:string session:session user:user',
    oneOf: 'process user invoked_by session app_name app_uid',
  },
  user: {
    attributes:
      'credential_uid:string domain:string email_addr:string full_name:string groups:group[] name:string risk_level:string risk_level_id:integer=0,1,2,3,4 risk_score:integer type:string type_id:integer=0,1,2,3,99 uid:string uid_alt:string',
    oneOf: 'account name uid',
  },
  session: {
    attributes:
      'count:integer created_time:integer credential_uid:string expiration_reason:string expiration_time:integer is_mfa:boolean is_remote:boolean is_vpn:boolean issuer:string terminal:string uid:string uid_alt:string uuid:string',
  },
  group: {
    attributes: 'desc:string domain:string name:string privileges:string[] type:string uid:string',
    oneOf: 'name uid',
  },
  network_endpoint: {
    attributes:
      'domain:string hostname:string instance_uid:string interface_name:string interface_uid:string intermediate_ips:string[] ip:string mac:string name:string owner:user port:integer subnet_uid:string svc_name:string type:string type_id:integer=0,1,2,3,4,5,6,7,8,9,10,11,99 uid:string vlan_uid:string vpc_uid:string zone:string',
    oneOf: 'ip uid name hostname svc_name instance_uid interface_uid interface_name',
  },
  service: { attributes: 'labels:string[] name:string uid:string version:string', oneOf: 'name uid' },
  managed_entity: {
    attributes: 'data:json name:string type:string uid:string version:string',
    oneOf: 'name uid',
  },
  web_resource: {
    attributes: 'data:json desc:string labels:string[] name:string type:string uid:string url_string:string',
    oneOf: 'name uid',
  },
  http_request: {
    attributes:
      'args:string http_method:string length:integer referrer:string uid:string url:url user_agent:string version:string x_forwarded_for:string[]',
  },
  url: {
    attributes:
      'categories:string[] category_ids:integer[]=0,1,3,4,5,6,7,9,11,14,15,16,17,18,20,21,22,23,24,25,26,27,29,30,31,32,33,34,35,36,37,38,40,43,44,45,46,47,49,50,51,52,53,54,55,56,57,58,59,60,61,63,64,65,66,67,68,71,83,84,85,86,87,88,89,90,92,93,95,96,97,98,99,101,102,103,106,107,108,109,110,111,112,113,114,118,121 hostname:string path:string port:integer query_string:string resource_type:string scheme:string subdomain:string url_string:string',
    oneOf: 'url_string path',
  },
};
